/** The dialog to choose many locations, loaded when it is first opened. */
export const loadChooser = () =>
  import('../../campaigns/location-chooser').then((module) => module.LocationChooser);

/** The message where it could not be loaded. */
export const NOT_LOADED = 'The locations couldn’t be loaded. Please try again.';
