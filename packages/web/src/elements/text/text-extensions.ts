import { Extension, type Extensions, Mark, mergeAttributes, Node } from '@tiptap/core'
import { Placeholder } from '@tiptap/extensions'
import { ReactNodeViewRenderer } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { FormulaChip } from './FormulaChip.tsx'

/** A formula in a text, shown as its value and removed as one letter. */
const Formula = Node.create({
  name: 'formula',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ formula: { default: '' }, format: { default: null } }),
  parseHTML: () => [{ tag: 'span[data-formula]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', mergeAttributes({ 'data-formula': '' }, HTMLAttributes)],
  addNodeView: () => ReactNodeViewRenderer(FormulaChip, { as: 'span' }),
})

const style = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Colour and font of a part of the text, as the document has them. */
const Span = Mark.create({
  name: 'span',
  addAttributes: () => ({
    color: { default: null },
    backgroundColor: { default: null },
    fontSize: { default: null },
    fontFamily: { default: null },
  }),
  renderHTML({ HTMLAttributes: { color, backgroundColor, fontSize, fontFamily } }) {
    const declarations = Object.entries({
      color: style(color),
      'background-color': style(backgroundColor),
      'font-size': style(fontSize),
      'font-family': style(fontFamily),
    }).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
    return ['span', { style: declarations.join('; ') }, 0]
  },
})

const script = (name: string, tag: 'sub' | 'sup', excludes: string) =>
  Mark.create({
    name,
    excludes,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })

const Alignment = Extension.create({
  name: 'alignment',
  addGlobalAttributes: () => [
    {
      types: ['heading', 'paragraph'],
      attributes: {
        textAlign: {
          default: null,
          renderHTML: ({ textAlign }) => (style(textAlign) === undefined ? {} : { style: `text-align: ${textAlign}` }),
        },
      },
    },
  ],
})

/** Lists put their bullets and numbers at the side where their first letter is. Paragraphs have their direction by the style of the app. */
const ListDirection = Extension.create({
  name: 'listDirection',
  addGlobalAttributes: () => [
    {
      types: ['bulletList', 'orderedList'],
      attributes: { dir: { default: null, parseHTML: () => null, renderHTML: () => ({ dir: 'auto' }) } },
    },
  ],
})

/** The size that a paragraph has by its class. */
const ParagraphClass = Extension.create({
  name: 'paragraphClass',
  addGlobalAttributes: () => [{ types: ['paragraph'], attributes: { className: { default: null, rendered: false } } }],
})

/** What a text may hold, and nothing else: pasted text loses all other marks. */
export const textExtensions = (placeholder: string): Extensions => [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: { openOnClick: false, autolink: true, protocols: ['mailto'] },
  }),
  script('subscript', 'sub', 'superscript'),
  script('superscript', 'sup', 'subscript'),
  Alignment,
  ListDirection,
  Span,
  Formula,
  Placeholder.configure({ placeholder }),
  ParagraphClass,
]
