import type { TemplateHole } from './template.ts'

export type TextAlign = 'left' | 'center' | 'right' | 'justify'

/** The content of a text element as a tree: it contains no HTML and no unchecked attributes. */
export type RichText = RichBlock[]

export type RichBlock =
  | { kind: 'paragraph'; className?: string; align?: TextAlign; children: RichInline[] }
  | { kind: 'heading'; level: 1 | 2 | 3; align?: TextAlign; children: RichInline[] }
  | { kind: 'list'; ordered: boolean; start?: number; items: RichBlock[][] }

export type RichInline =
  | { kind: 'text'; text: string }
  /** A formula whose value is shown, with an optional d3 format. */
  | { kind: 'hole'; formula: string; format?: string }
  | { kind: 'break' }
  | { kind: 'bold' | 'italic' | 'strike' | 'underline' | 'sub' | 'sup'; children: RichInline[] }
  /** An address with a literal `http`, `https` or `mailto` scheme; the values of holes must be percent-encoded. */
  | { kind: 'link'; href: (string | Pick<TemplateHole, 'formula' | 'format'>)[]; children: RichInline[] }
  | { kind: 'span'; style: SpanStyle; children: RichInline[] }

export interface SpanStyle {
  color?: string
  backgroundColor?: string
  /** With its unit, for example `14px`. */
  fontSize?: string
  fontFamily?: string
}
