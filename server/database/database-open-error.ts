import { OperatorError } from '../config/operator-error.js';

/** The database cannot be opened. The message tells the operator what is wrong and what to do. */
export class DatabaseOpenError extends OperatorError {}
