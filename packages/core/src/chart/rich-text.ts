import { isolated } from '../format/index.ts'

/**
 * Text from people or tables, made safe for the chart library's rich text: braces cannot start a style, and line breaks are removed.
 * Tooltips are drawn from rich text and never from HTML. Text from right to left keeps its direction beside other text.
 */
export function plainText(text: string): string {
  return isolated(text.replaceAll('{', '{\u2060').replaceAll(/\s*[\r\n]+\s*/g, ' '))
}
