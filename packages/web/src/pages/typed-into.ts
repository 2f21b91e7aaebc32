/** Matches elements that handle keys themselves; a popup that is closing no longer does. */
const popups = ['menu', 'dialog', 'alertdialog', 'listbox'].map((role) => `[role=${role}]:not([data-closed])`)

/** Selects what keeps single keys for itself. */
export const typedInto = ['input, textarea, select, [contenteditable]', ...popups].join(', ')

/** Two keys such as G and then N belong together when they follow within this time. */
export const sequenceMs = 1_000
