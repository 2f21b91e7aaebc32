/** What a file is marked with. A file of its own: the editor loads it without the schemas of files. */
export const badges = ['Endorsed', 'Warning', 'Deprecated'] as const
