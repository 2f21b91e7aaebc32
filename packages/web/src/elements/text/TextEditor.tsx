import { parseRichText, printRichText, setElementField, type TextElement } from '@octavo/core/document'
import { type Editor, EditorContent, useEditor as useTextEditor, useEditorState as useTextState } from '@tiptap/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  Bold,
  Heading1,
  Heading2,
  Heading3,
  Italic,
  LinkIcon,
  ListOrdered,
  Strikethrough,
  TextField,
  Toolbar,
  ToolbarButton,
  ToolbarSeparator,
  Underline,
} from '../../forms/index.ts'
import { Button, Dialog, Formula, List } from '../../ui/index.ts'
import { TextBeingWritten } from './FormulaChip.tsx'
import { richTextOf, type TextNode, textDocument } from './text-document.ts'
import { textExtensions } from './text-extensions.ts'
import '../../i18n/inspectors.ts'
import './text-editor.css'

interface TextEditorProps {
  element: TextElement
  /** The caret is in the text; returns what was typed before. */
  onReady: () => string
  onDone: () => void
}

interface RequestedFormula {
  /** Of the formula that is changed; absent for a new one. */
  position?: number
  formula: string
  format: string
}

/** The text as it will be read, to write in. Escape ends it; every change is an edit of the draft. */
export function TextEditor({ element, onReady, onDone }: TextEditorProps) {
  const { t } = useTranslation('inspectors')
  const draft = useEditor()
  const written = useRef(element.body)
  const [asked, setAsked] = useState<RequestedFormula>()
  const editor = useTextEditor({
    extensions: textExtensions(t('text.placeholder')),
    content: textDocument(parseRichText(element.body)),
    autofocus: 'end',
    editorProps: {
      attributes: { 'aria-label': t('text.body'), class: 'text-editor' },
      handleKeyDown(view, event) {
        const before = view.state.selection.$from.nodeBefore
        const isAfterBlank = before === null || (before.isText && /\s$/.test(before.text ?? ''))
        if (event.key !== '=' || !isAfterBlank || !view.state.selection.empty) return false
        setAsked({ formula: '', format: '' })
        return true
      },
    },
    onFocus({ editor: focused }) {
      const typed = onReady()
      if (typed !== '') focused.commands.insertContent({ type: 'text', text: typed })
    },
    onUpdate({ editor: changed }) {
      const body = printRichText(richTextOf(changed.getJSON() as TextNode))
      written.current = body
      const edits = setElementField(draft.state.document, element.id, ['body'], body)
      draft.apply(t('word.text'), edits, { gather: `${element.id} body` })
    },
  })
  // Changes of others and of undo replace the text; changes that were made here do not.
  useEffect(() => {
    if (element.body === written.current) return
    written.current = element.body
    editor.commands.setContent(textDocument(parseRichText(element.body)), { emitUpdate: false })
  }, [editor, element.body])

  function open(position: number) {
    const { formula = '', format = null } = editor.state.doc.nodeAt(position)?.attrs ?? {}
    setAsked({ position, formula: String(formula), format: format === null ? '' : String(format) })
  }
  function insert({ position, formula, format }: RequestedFormula) {
    const node = { type: 'formula', attrs: { formula: formula.trim(), format: format.trim() || null } }
    const chain = editor.chain().focus()
    if (position === undefined) chain.insertContent(node).run()
    else chain.insertContentAt({ from: position, to: position + 1 }, node).run()
    setAsked(undefined)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the text inside arrive here
    <div
      className="rich-text-editor flex h-full flex-col overflow-y-auto px-1 text-sm leading-6 select-text scroll-quiet [overflow-wrap:anywhere]"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || asked) return
        event.preventDefault()
        onDone()
      }}
    >
      <TextBeingWritten value={{ element, open }}>
        <EditorContent editor={editor} className="grow" />
        <TextToolbar editor={editor} onFormula={() => setAsked({ formula: '', format: '' })} />
        {asked && <FormulaDialog asked={asked} onSave={insert} onClose={() => setAsked(undefined)} />}
      </TextBeingWritten>
    </div>
  )
}

function FormulaDialog({
  asked,
  onSave,
  onClose,
}: {
  asked: RequestedFormula
  onSave: (next: RequestedFormula) => void
  onClose: () => void
}) {
  const { t } = useTranslation('inspectors')
  const [next, setNext] = useState(asked)
  const isReady = next.formula.trim() !== ''
  return (
    <Dialog
      isOpen
      size="form"
      title={t('text.formula')}
      closeLabel={t('text.cancel')}
      onClose={onClose}
      onSubmit={() => isReady && onSave(next)}
      actions={
        <>
          <Button onClick={onClose}>{t('text.cancel')}</Button>
          <Button look="primary" type="submit" disabled={!isReady}>
            {t('text.insert')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={t('text.formula')}
          value={next.formula}
          onChange={(formula) => setNext({ ...next, formula })}
        />
        <TextField label={t('text.format')} value={next.format} onChange={(format) => setNext({ ...next, format })} />
        <p className="text-xs text-muted">{t('text.formulaHint')}</p>
      </div>
    </Dialog>
  )
}

const headings = [
  { level: 1, icon: Heading1 },
  { level: 2, icon: Heading2 },
  { level: 3, icon: Heading3 },
] as const
const marks = [
  { name: 'bold', icon: Bold, keys: 'Ctrl+B' },
  { name: 'italic', icon: Italic, keys: 'Ctrl+I' },
  { name: 'underline', icon: Underline, keys: 'Ctrl+U' },
  { name: 'strike', icon: Strikethrough, keys: 'Ctrl+Shift+S' },
] as const
const aligns = [
  { name: 'left', icon: AlignLeft },
  { name: 'center', icon: AlignCenter },
  { name: 'right', icon: AlignRight },
] as const

/** The marks of what is selected, below the text, so that it never covers what is written. */
function TextToolbar({ editor, onFormula }: { editor: Editor; onFormula: () => void }) {
  const { t } = useTranslation('inspectors')
  const [isAskingLink, setAskingLink] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  // An editor that took long to be drawn is made anew, so its view is there after drawing only. The text moves when the page scrolls.
  useLayoutEffect(() => {
    function place() {
      const box = editor.isDestroyed ? null : editor.view.dom.closest('.rich-text-editor')?.getBoundingClientRect()
      if (!box || !bar.current) return
      bar.current.style.left = `${box.left}px`
      bar.current.style.top = `${Math.min(box.bottom + 8, innerHeight - 44)}px`
    }
    place()
    addEventListener('scroll', place, { capture: true, passive: true })
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place, { capture: true })
      removeEventListener('resize', place)
    }
  })
  return createPortal(
    // Above the panels of the editor, below the dialogs that open over it.
    <div ref={bar} className="fixed top-0 left-0 z-(--z-header)">
      <Toolbar label={t('text.toolbar')} isFloating>
        <HeadingButtons editor={editor} />
        <ToolbarSeparator />
        <MarkButtons editor={editor} onLink={() => setAskingLink(true)} />
        <ToolbarSeparator />
        <ListButtons editor={editor} />
        <AlignButtons editor={editor} />
        <ToolbarSeparator />
        <ToolbarButton label={t('text.insertFormula')} icon={Formula} shortcut="=" onPress={onFormula} />
      </Toolbar>
      {isAskingLink && (
        <LinkDialog
          before={String(editor.getAttributes('link').href ?? '')}
          onSave={(href) => {
            const link = editor.chain().focus().extendMarkRange('link')
            if (href === '') link.unsetLink().run()
            else link.setLink({ href }).run()
          }}
          onClose={() => setAskingLink(false)}
        />
      )}
    </div>,
    document.body,
  )
}

function HeadingButtons({ editor }: { editor: Editor }) {
  const { t } = useTranslation('inspectors')
  const active = useTextState({
    editor,
    selector: ({ editor: now }) => headings.find(({ level }) => now.isActive('heading', { level }))?.level,
  })
  return headings.map(({ level, icon }) => (
    <ToolbarButton
      key={level}
      label={t('text.heading', { level })}
      icon={icon}
      isPressed={active === level}
      onPress={() => editor.chain().focus().toggleHeading({ level }).run()}
    />
  ))
}

function MarkButtons({ editor, onLink }: { editor: Editor; onLink: () => void }) {
  const { t } = useTranslation('inspectors')
  const active = useTextState({
    editor,
    selector: ({ editor: now }) => ({
      marks: marks.filter(({ name }) => now.isActive(name)).map(({ name }) => name as string),
      isLink: now.isActive('link'),
    }),
  })
  return (
    <>
      {marks.map(({ name, icon, keys }) => (
        <ToolbarButton
          key={name}
          label={t(`text.mark.${name}`)}
          icon={icon}
          shortcut={keys}
          isPressed={active.marks.includes(name)}
          onPress={() => editor.chain().focus().toggleMark(name).run()}
        />
      ))}
      <ToolbarButton label={t('text.mark.link')} icon={LinkIcon} isPressed={active.isLink} onPress={onLink} />
    </>
  )
}

function ListButtons({ editor }: { editor: Editor }) {
  const { t } = useTranslation('inspectors')
  const active = useTextState({
    editor,
    selector: ({ editor: now }) => ({
      isBullet: now.isActive('bulletList'),
      isOrdered: now.isActive('orderedList'),
    }),
  })
  return (
    <>
      <ToolbarButton
        label={t('text.bullets')}
        icon={List}
        isPressed={active.isBullet}
        onPress={() => editor.chain().focus().toggleBulletList().run()}
      />
      <ToolbarButton
        label={t('text.numbers')}
        icon={ListOrdered}
        isPressed={active.isOrdered}
        onPress={() => editor.chain().focus().toggleOrderedList().run()}
      />
    </>
  )
}

function AlignButtons({ editor }: { editor: Editor }) {
  const { t } = useTranslation('inspectors')
  const active = useTextState({
    editor,
    selector: ({ editor: now }) => aligns.find(({ name }) => now.isActive({ textAlign: name }))?.name,
  })
  return aligns.map(({ name, icon }) => (
    <ToolbarButton
      key={name}
      label={t(`text.align.${name}`)}
      icon={icon}
      isPressed={active === name}
      onPress={() => {
        const textAlign = active === name ? null : name
        const chain = editor.chain().focus()
        chain.updateAttributes('paragraph', { textAlign }).updateAttributes('heading', { textAlign }).run()
      }}
    />
  ))
}

function LinkDialog({
  before,
  onSave,
  onClose,
}: {
  before: string
  onSave: (href: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation('inspectors')
  const [href, setHref] = useState(before)
  const isValid = href.trim() === '' || /^(https?:\/\/|mailto:)/i.test(href.trim())
  return (
    <Dialog
      isOpen
      size="form"
      title={t('text.mark.link')}
      closeLabel={t('text.cancel')}
      onClose={onClose}
      onSubmit={() => {
        if (!isValid) return
        onSave(href.trim())
        onClose()
      }}
      actions={
        <>
          <Button onClick={onClose}>{t('text.cancel')}</Button>
          <Button look="primary" type="submit" disabled={!isValid}>
            {t('text.save')}
          </Button>
        </>
      }
    >
      <TextField label={t('text.address')} value={href} onChange={setHref} />
      {!isValid && <p className="pt-2 text-xs text-danger">{t('text.addressInvalid')}</p>}
    </Dialog>
  )
}
