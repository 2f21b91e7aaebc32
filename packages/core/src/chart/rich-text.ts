/**
 * Text from people or tables, made safe for the chart library's rich text: braces cannot start a style, and line breaks are removed.
 * Tooltips are drawn from rich text and never from HTML.
 */
export function plainText(text: string): string {
  return text.replaceAll('{', '{\u2060').replaceAll(/\s*[\r\n]+\s*/g, ' ')
}
