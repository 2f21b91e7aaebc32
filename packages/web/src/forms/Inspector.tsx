import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keepText, readKept } from '../kept-text.ts'
import { ChevronDown, ChevronRight, classNames, Ellipsis, IconButton, Menu, MenuItem, Plus } from '../ui/index.ts'

interface InspectorSectionProps {
  title: string
  children?: ReactNode
  isInitiallyOpen?: boolean
  /**
   * The key under which the state of the section is shared by elements of one kind; without a key the state ends with
   * the section.
   */
  storageKey?: string
  /** Adds an entry: the header has a "+" instead of the chevron, and the body shows while there are entries. */
  onAdd?: { label: string; run: () => void }
}

/** A section of a panel with a header of 36 pixels that opens and closes it. */
export function InspectorSection(props: InspectorSectionProps) {
  const { title, children, isInitiallyOpen = true, storageKey, onAdd } = props
  const id = useId()
  const [isOpen, setOpen] = useState(() => readOpen(storageKey) ?? isInitiallyOpen)
  const hasBody = children !== undefined && children !== null && children !== false
  return (
    <section className="border-b border-line">
      <div className="flex h-9 items-center pr-1 pl-4">
        {onAdd ? (
          <>
            <h3 className="grow text-xs font-semibold">{title}</h3>
            <IconButton label={onAdd.label} icon={Plus} size="small" onClick={onAdd.run} />
          </>
        ) : (
          <h3 className="grow text-xs font-semibold">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={id}
              className="flex h-9 w-full items-center justify-between pr-1.5 text-left focus-visible:-outline-offset-2"
              onClick={() => {
                if (storageKey) keepText(`octavo-section:${storageKey}`, String(!isOpen))
                setOpen(!isOpen)
              }}
            >
              {title}
              {isOpen ? <ChevronDown className="text-muted" /> : <ChevronRight className="text-muted" />}
            </button>
          </h3>
        )}
      </div>
      {hasBody && (onAdd || isOpen) && (
        <div id={id} className="flex flex-col gap-1 px-4 pb-3">
          {children}
        </div>
      )}
    </section>
  )
}

function readOpen(key: string | undefined): boolean | undefined {
  const stored = key === undefined ? null : readKept(`octavo-section:${key}`)
  return stored === null ? undefined : stored === 'true'
}

interface InspectorRowProps {
  label: string
  /** Called with the id for the field. */
  children: (id: string) => ReactNode
  /** The field is below its label and takes the whole width. */
  isLong?: boolean
  /** The label is a sentence on as many lines as it needs; the field beside it is as small as it can be. */
  isSentence?: boolean
  hint?: string
  /** Removes the value from the document; present only if the document sets this field. */
  onReset?: { label: string; run: () => void } | undefined
}

/** A label of 96 pixels and a field of 28. A dot marks fields that the document sets. */
export function InspectorRow(props: InspectorRowProps) {
  const { label, children, isLong = false, isSentence = false, hint, onReset } = props
  const id = useId()
  const { t } = useTranslation('forms')
  return (
    <div className={classNames('group/row', isLong ? 'flex flex-col gap-1 py-0.5' : 'flex min-h-8 items-center gap-2')}>
      <span className={classNames('relative flex items-center', isSentence ? 'grow' : !isLong && 'w-24 shrink-0')}>
        {onReset && <span aria-hidden className="absolute -left-2.5 size-1 rounded-full bg-accent" />}
        <label
          htmlFor={id}
          className={classNames('min-w-0 text-xs text-muted', !isSentence && 'truncate')}
          title={label}
        >
          {label}
        </label>
        {onReset && (
          <Menu
            label={t('menuOf', { name: label })}
            triggerClass="ml-auto grid size-6 shrink-0 place-items-center rounded-sm text-muted opacity-0 group-hover/row:opacity-100 hover:bg-hover focus-visible:opacity-100 data-popup-open:opacity-100"
            trigger={<Ellipsis />}
          >
            <MenuItem onSelect={onReset.run}>{onReset.label}</MenuItem>
          </Menu>
        )}
      </span>
      <div className={isSentence ? 'flex shrink-0' : 'min-w-0 grow'}>
        {children(id)}
        {hint && <p className="mt-1 text-xs text-muted">{hint}</p>}
      </div>
    </div>
  )
}
