import { elementKinds } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addElement, useEditor } from '../../editor/index.ts'
import { fieldLook } from '../../ui/index.ts'
import { SourcePicker } from './data/SourcePicker.tsx'
import { KindIcon } from './KindIcon.tsx'
import { controlFields, type PaletteGroup, paletteGroups } from './palette-kinds.ts'

const groups = Object.keys(paletteGroups) as PaletteGroup[]

/** Everything that can be added, by group; kinds that show data ask for their source first. */
export function AddPanel() {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const [search, setSearch] = useState('')
  const [picking, setPicking] = useState<string>()

  function choose(group: PaletteGroup, kind: string) {
    if (group === 'controls') {
      const name = t(`kind.${kind as 'list'}`)
      addElement(editor, { kind: 'control', fields: { name, ...controlFields[kind] } }, t('word.add', { kind: name }))
    } else if (elementKinds.get(kind)?.hasData) setPicking(kind)
    else addElement(editor, { kind }, t('word.add', { kind: t(`kind.${kind as 'text'}`) }))
  }

  return (
    <div className="flex flex-col gap-4 px-3 pb-4">
      <input
        type="search"
        aria-label={t('add.search')}
        placeholder={t('add.search')}
        className={fieldLook}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {groups.map((group) => {
        const found = paletteGroups[group].filter((kind) => matches(search, t(`kind.${kind}`), t(`synonyms.${kind}`)))
        if (found.length === 0) return null
        return (
          <section key={group} aria-label={t(`add.${group}`)}>
            <h3 className="px-1 pb-1.5 text-xs font-medium text-muted">{t(`add.${group}`)}</h3>
            <div className="grid grid-cols-3 gap-1">
              {found.map((kind) => (
                <button
                  key={kind}
                  type="button"
                  className="flex h-16 flex-col items-center justify-center gap-1.5 rounded-md px-1 text-center text-2xs text-ink hover:bg-hover"
                  onClick={() => choose(group, kind)}
                >
                  <KindIcon kind={group === 'controls' ? 'control' : kind} className="size-5 text-muted" />
                  <span className="line-clamp-2 leading-3">{t(`kind.${kind}`)}</span>
                </button>
              ))}
            </div>
          </section>
        )
      })}
      {picking && (
        <SourcePicker
          kind={picking}
          onClose={() => setPicking(undefined)}
          onPick={({ source, columns, name }) => {
            setPicking(undefined)
            const fields = { source, columns, ...(picking === 'table' && name ? { name } : {}) }
            addElement(editor, { kind: picking, fields }, t('word.add', { kind: t(`kind.${picking as 'table'}`) }))
          }}
        />
      )}
    </div>
  )
}

function matches(search: string, ...words: string[]): boolean {
  const wanted = search.trim().toLocaleLowerCase()
  return wanted === '' || words.some((word) => word.toLocaleLowerCase().includes(wanted))
}
