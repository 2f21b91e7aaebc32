/** Rows of comma, semicolon or tab separated text, with quotes as spreadsheets write them; empty rows are left out. */
export function readSeparated(text: string): { line: number; cells: string[] }[] {
  const rows: { line: number; cells: string[] }[] = []
  const separator = separatorOf(text)
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let line = 1
  let startedAt = 1
  const endCell = () => {
    cells.push(cell.trim())
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (cells.some((each) => each !== '')) rows.push({ line: startedAt, cells })
    cells = []
    startedAt = line + 1
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (isQuoted) {
      if (letter === '"' && text[at + 1] === '"') {
        cell += '"'
        at++
      } else if (letter === '"') isQuoted = false
      else {
        if (letter === '\n') line++
        cell += letter
      }
    } else if (letter === '"' && cell.trim() === '') {
      isQuoted = true
      cell = ''
    } else if (letter === separator) endCell()
    else if (letter === '\n') {
      endRow()
      line++
    } else if (letter !== '\r') cell += letter
  }
  endRow()
  return rows
}

/**
 * A tab anywhere means a range pasted from a spreadsheet; otherwise the more frequent of comma and semicolon is used.
 */
function separatorOf(text: string): string {
  if (text.includes('\t')) return '\t'
  return text.split(';').length > text.split(',').length ? ';' : ','
}
