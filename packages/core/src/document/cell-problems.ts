/**
 * Why an input table refuses a cell, a row or a whole change. Clients show the reason in their own language from its code and values; the texts here are
 * the English ones of the API.
 */
const texts = {
  not_entered: 'Nobody enters values into this column.',
  file_column: 'Files cannot be kept in a cell yet. Leave it out, or enter an address into a column of texts.',
  protected_column: 'The column is protected: its cells stay as they are.',
  value_needed: 'The column needs a value.',
  not_a_text: 'Invalid value: a text is needed.',
  not_a_number: 'Invalid value: a number is needed.',
  not_a_date: 'Invalid value: a date such as 2026-05-31 or 2026-05-31T09:30:00 is needed.',
  not_true_or_false: 'Invalid value: true or false is needed.',
  not_a_list: 'Invalid value: a list of texts is needed.',
  not_a_choice: '"{{value}}" is not among the choices of the column.',
  less_than_min: '{{value}} is less than {{bound}}.',
  more_than_max: '{{value}} is more than {{bound}}.',
  before_min: '{{value}} is before {{bound}}.',
  after_max: '{{value}} is after {{bound}}.',
  row_hidden: 'A row policy would hide this row from you afterwards.',
  // Whole changes
  no_column: 'The table has no column "{{value}}".',
  no_row: 'The table has no row "{{value}}".',
  column_not_searchable:
    'Rows are found by columns into which people enter values, and "{{value}}" is not one of them.',
  not_one_match: 'Exactly one row has to match, and {{value}} match. Nothing was changed.',
  too_many_cells:
    'The change has {{value}} cells; one request may have at most {{bound}}. Nothing was written. Divide the rows into several requests.',
  table_full: 'The table would become too large: an input table has at most {{value}} rows and {{bound}} MiB.',
  linked_rows_added: 'The rows of a linked table are those of the element that it is linked to.',
  linked_rows_matched: 'The rows of a linked table are changed by their key.',
  protected_rows_added: 'No rows are added while a column of the table is protected.',
  not_an_input_table: 'The element "{{value}}" is not an input table; rows are entered into input tables only.',
  rows_compared:
    'A filter of the table compares its rows with each other, such as by a rank or a total, and depends on who reads. Only people who may edit the workbook change or delete rows of such a table; new rows can be added.',
  rows_not_computed: 'Which of the rows you may change cannot be computed: {{value}}',
} as const

export type CellProblemCode = keyof typeof texts
export const cellProblemCodes = Object.keys(texts) as CellProblemCode[]

export interface CellProblem {
  code: CellProblemCode
  /** What the text names: the refused value, and the bound that it exceeds. */
  values?: { value?: string; bound?: string }
}

export const isCellProblemCode = (code: unknown): code is CellProblemCode =>
  typeof code === 'string' && Object.hasOwn(texts, code)

/** The English text of the reason. */
export function cellProblemText({ code, values = {} }: CellProblem): string {
  return texts[code].replace(/\{\{(value|bound)\}\}/g, (_, name: 'value' | 'bound') => values[name] ?? '')
}
