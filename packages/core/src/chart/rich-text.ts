/**
 * Text that people or tables supplied, made safe for the chart library's rich text: a brace can no longer open a style,
 * and the text stays on one line. Tooltips are drawn from rich text and never from HTML.
 */
export function plainText(text: string): string {
  return text.replaceAll('{', '{\u2060').replaceAll(/\s*[\r\n]+\s*/g, ' ')
}
