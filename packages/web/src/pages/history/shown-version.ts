/** The selected entry: the draft, or the number of a published version. */
export type Shown = 'draft' | number
