/** A filter of an element, or the filter that a control applies to a column: the published fields, loosely typed. */
export type FilterBody = { kind: string; [published: string]: unknown }
