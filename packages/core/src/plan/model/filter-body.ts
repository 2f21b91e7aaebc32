/** A filter of an element or what a control does to a column: the published fields, loosely typed. */
export type FilterBody = { kind: string; [published: string]: unknown }
