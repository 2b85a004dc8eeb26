import { stopServices } from './services-setup.js';

export default stopServices;
