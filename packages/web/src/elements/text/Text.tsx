import type { RichBlock, RichInline, TextElement } from '@octavo/core/document'
import {
  type CSSProperties,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type DraftEditor, useEditorState, useMaybeEditor, useOfPage } from '../../editor/index.ts'
import { loadOnce } from '../../load-part.ts'
import { classNames } from '../../ui/index.ts'
import type { ElementViewProps } from '../element-view.ts'
import { useAddressProblem, useDynamicAddress, useHole } from '../use-dynamic-text.ts'
import { loadEditedText } from './load-edited-text.ts'

const verticals: Record<string, string> = {
  middle: 'justify-center',
  center: 'justify-center',
  end: 'justify-end',
  bottom: 'justify-end',
}

const noBlocks: readonly RichBlock[] = []

const LazyEditedText = lazy(loadEditedText)

/** Text that people wrote. In the editor it can be written in place. */
export function Text({ element }: ElementViewProps<TextElement>) {
  const editor = useMaybeEditor()
  if (!editor) return <ReadText element={element} />
  return <WritableText element={element} editor={editor} />
}

/**
 * Listens to the double-click that starts editing, also while the editor is still loading. Only a text that can be edited now has more than its
 * reading view: when the code arrives, the other texts of the page keep what they have drawn.
 */
function WritableText({ element, editor }: ElementViewProps<TextElement> & { editor: DraftEditor }) {
  const state = useOfPage((page) => page.state)
  const isWanted = useSyncExternalStore(state.subscribe, () => state.lookAt()?.elementId === element.id)
  const isSelected = useEditorState(({ selection }) => selection.elementIds.includes(element.id))
  const isEditable = isSelected || isWanted || element.body.trim() === ''
  useEffect(() => void loadEditedText().catch(() => undefined), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: "Write in place" of the panel does the same by keyboard
    <div
      className="h-full"
      onDoubleClick={() => {
        const { elementIds } = editor.state.selection
        if (elementIds.length === 1 && elementIds[0] === element.id) {
          state.setLook({ elementId: element.id, kind: 'text' })
        }
      }}
    >
      {isEditable ? <EditableText element={element} /> : <ReadText element={element} />}
    </div>
  )
}

function EditableText({ element }: ElementViewProps<TextElement>) {
  // The same component until the text is no longer edited, so that nothing that was typed is lost. `lazy` does not render at once the first
  // time, also when the code is there.
  const [EditedText] = useState(() => loadEditedText.loaded()?.default ?? LazyEditedText)
  const read = <ReadText element={element} />
  return (
    <Suspense fallback={read}>
      <EditedText element={element} read={read} />
    </Suspense>
  )
}

/** Draws the text from its checked tree; no HTML is used. */
function ReadText({ element }: ElementViewProps<TextElement>) {
  const parse = useParser()
  const blocks = useMemo(() => parse?.(element.body) ?? noBlocks, [parse, element.body])
  const box = useRef<HTMLDivElement>(null)
  const [isCut, setCut] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts that are watched change with the text
  useLayoutEffect(() => {
    const shown = box.current
    if (!shown) return
    const look = () => setCut(shown.scrollHeight > shown.clientHeight)
    const observer = new ResizeObserver(look)
    // The box keeps its height when its text arrives or changes, so the text is watched too. The observer also reports the first size of each part,
    // after the browser has computed the layout: reading it here would make the browser compute it for each text.
    for (const part of [shown, ...shown.children]) observer.observe(part)
    return () => observer.disconnect()
  }, [blocks])
  return (
    <div
      ref={box}
      data-fit
      // Content that scrolls by pointer must scroll by keyboard too.
      tabIndex={isCut ? 0 : undefined}
      className={classNames(
        'flex h-full flex-col gap-2 px-1 text-sm leading-6 [overflow-wrap:anywhere]',
        // What does not fit can be scrolled to: text is never cut without a sign. The sign follows the scroll position, which costs the browser a
        // second look at the styles of each text that has it.
        'overflow-y-auto scroll-quiet',
        isCut && 'scroll-fade-y',
        verticals[element.verticalAlign ?? ''],
      )}
    >
      <TextOwner value={element}>
        {blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the tree of one text has no other identity
          <Block key={index} block={block} />
        ))}
      </TextOwner>
    </div>
  )
}

const loadParser = loadOnce(async () => (await import('./rich-text.ts')).parseRichText)

/** The function that reads the text of an element; undefined until its code is loaded. */
function useParser() {
  const [parser, setParser] = useState(() => loadParser.loaded())
  useEffect(() => {
    if (parser) return
    let isShown = true
    // Without its code the text stays empty until the page is opened again.
    loadParser().then(
      (loaded) => isShown && setParser(() => loaded),
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [parser])
  return parser
}

const headings = {
  1: 'text-xl font-semibold',
  2: 'text-base font-semibold',
  3: 'text-sm font-semibold',
}
const paragraphs: Record<string, string> = { 'p-large': 'text-base', 'p-small': 'text-xs leading-5' }

function Block({ block }: { block: RichBlock }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = `h${block.level + 1}` as 'h2' | 'h3' | 'h4'
      return (
        <Heading className={classNames('text-start', headings[block.level])} style={aligned(block.align)}>
          <Inlines nodes={block.children} />
        </Heading>
      )
    }
    case 'paragraph':
      return (
        <p className={classNames('text-start', paragraphs[block.className ?? ''])} style={aligned(block.align)}>
          <Inlines nodes={block.children} />
        </p>
      )
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul'
      return (
        <List
          dir="auto"
          className={classNames('ps-5', block.ordered ? 'list-decimal' : 'list-disc')}
          {...(block.ordered && block.start !== undefined ? { start: block.start } : {})}
        >
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see Text
            <li key={index}>
              {item.map((child, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: see Text
                <Block key={place} block={child} />
              ))}
            </li>
          ))}
        </List>
      )
    }
  }
}

function aligned(align: CSSProperties['textAlign']): CSSProperties | undefined {
  return align ? { textAlign: align } : undefined
}

function Inlines({ nodes }: { nodes: readonly RichInline[] }): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: see Text
  return nodes.map((node, index) => <Inline key={index} node={node} />)
}

function Inline({ node }: { node: RichInline }): ReactNode {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'break':
      return <br />
    case 'hole':
      return <Hole node={node} />
    case 'link':
      return <Link node={node} />
    case 'span':
      return (
        <span style={node.style}>
          <Inlines nodes={node.children} />
        </span>
      )
    default: {
      const Mark = marks[node.kind]
      return (
        <Mark>
          <Inlines nodes={node.children} />
        </Mark>
      )
    }
  }
}

/** The element that the text belongs to, whose formulas are computed. */
const TextElementContext = createContext<TextElement | undefined>(undefined)
const TextOwner = TextElementContext.Provider

/** The value of a control or of a formula over data. */
function Hole({ node }: { node: Extract<RichInline, { kind: 'hole' }> }) {
  const element = useContext(TextElementContext)
  return element ? <HoleOf element={element} node={node} /> : null
}

function HoleOf({ element, node }: { element: TextElement; node: Extract<RichInline, { kind: 'hole' }> }) {
  const { text, isWaiting, problem } = useHole(element, node.formula, node.format)
  if (isWaiting) return <span className="inline-block h-[0.8em] w-12 animate-pulse rounded bg-hover" aria-hidden />
  if (problem === undefined) return text
  return (
    <span className="text-danger" title={problem}>
      {text}
      <span className="sr-only"> {problem}</span>
    </span>
  )
}

const marks = { bold: 'strong', italic: 'em', strike: 's', underline: 'u', sub: 'sub', sup: 'sup' } as const

/** A link whose address holds a formula waits for its value and is drawn as text until then, and if it has none. */
function Link({ node }: { node: Extract<RichInline, { kind: 'link' }> }) {
  const element = useContext(TextElementContext)
  const address = useDynamicAddress(element, node.href)
  const problem = useAddressProblem()(address)
  const children = <Inlines nodes={node.children} />
  if (address.status !== 'ready') return problem === undefined ? children : <span title={problem}>{children}</span>
  return (
    <a
      href={address.address}
      target="_blank"
      rel="noopener noreferrer"
      className="text-accent-text underline underline-offset-2 hover:text-accent-text"
    >
      {children}
    </a>
  )
}
