const hidden = /^octavo_(input_tables|(input|edits|edit_ids)_[0-9a-f]{32}|upload_[0-9a-f]{32}_[0-9]+)$/

/** Tables with rows of input tables and of uploaded files are not offered as sources. */
export const isHiddenTable = (name: string): boolean => hidden.test(name)

/** The same as a regular expression of a server. */
export const hiddenTables = hidden.source
