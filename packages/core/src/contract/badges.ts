/** The badges of a file. In a file of its own, so that the editor can load it without the schemas of files. */
export const badges = ['Endorsed', 'Warning', 'Deprecated'] as const
