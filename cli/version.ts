import project from '../package.json' with { type: 'json' };

/** Of this program, as package.json says it. */
export const { version } = project;
