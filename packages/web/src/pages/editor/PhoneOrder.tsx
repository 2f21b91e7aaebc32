import {
  type DocumentPage,
  elementLabel,
  findElement,
  findGrid,
  inMobileOrder,
  mobileOrderOf,
  setMobileOrder,
} from '@octavo/core/document'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { useOrderDrag } from '../../elements/use-order-drag.ts'
import { Badge, InspectorRow, InspectorSection } from '../../forms/index.ts'
import { ArrowDown, ArrowUp, classNames, IconButton, Switch } from '../../ui/index.ts'

/** The order of a page's elements on a phone: reading order, or a separate one. */
export function PhoneOrder({ page }: { page: DocumentPage }) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const order = mobileOrderOf(page)
  const nodes = findGrid(document.layout, { root: page.id })?.grid.children ?? []
  const ids = inMobileOrder(nodes, order).map(({ elementId }) => elementId)
  const set = (next: readonly string[] | undefined) =>
    editor.apply(t('word.phoneOrder'), setMobileOrder(editor.state.document, page.id, next))

  const list = useRef<HTMLOListElement>(null)
  const landing = useOrderDrag(list, order ? ids.length : 0, move)

  function move(from: number, to: number) {
    const next = [...ids]
    const [moved] = next.splice(from, 1)
    if (moved === undefined) return
    next.splice(to, 0, moved)
    set(next)
  }
  function nameOf(id: string): string {
    const element = findElement(document, id)
    return element ? elementLabel(element, t(`kind.${element.kind as 'text'}`)) : ''
  }

  return (
    <InspectorSection title={t('phone.title')} isInitiallyOpen={order !== undefined} storageKey="page phone">
      <InspectorRow label={t('phone.own')}>
        {() => (
          <Switch label={t('phone.own')} isOn={order !== undefined} onChange={(isOn) => set(isOn ? ids : undefined)} />
        )}
      </InspectorRow>
      <p className="text-xs text-muted">{t(order ? 'phone.ownText' : 'phone.readingText')}</p>
      {order && (
        <ol ref={list} aria-label={t('phone.title')} className="flex flex-col gap-0.5">
          {ids.map((id, index) => (
            <li
              key={id}
              className={classNames(
                'flex h-item cursor-grab items-center gap-1 rounded-sm pl-1 hover:bg-hover',
                landing === index && 'shadow-[0_-2px_0_var(--accent)]',
                landing === ids.length && index === ids.length - 1 && 'shadow-[0_2px_0_var(--accent)]',
              )}
            >
              <span className="min-w-0 grow truncate">{nameOf(id)}</span>
              {!order.includes(id) && <Badge tone="warning">{t('phone.added')}</Badge>}
              <IconButton
                label={t('phone.up', { name: nameOf(id) })}
                icon={ArrowUp}
                size="cell"
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              />
              <IconButton
                label={t('phone.down', { name: nameOf(id) })}
                icon={ArrowDown}
                size="cell"
                disabled={index === ids.length - 1}
                onClick={() => move(index, index + 1)}
              />
            </li>
          ))}
        </ol>
      )}
    </InspectorSection>
  )
}
