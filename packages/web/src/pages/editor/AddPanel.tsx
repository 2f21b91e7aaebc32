import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { kindOfRecipe, type Recipe, recipes } from '@octavo/core/document'
import type { TFunction } from 'i18next'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { preloadTextEditor } from '../../elements/text/preload-text-editor.ts'
import { fieldLookSmall } from '../../ui/index.ts'
import { useMay } from '../data/people.ts'
import { useActions } from './actions-context.ts'
import { KindIcon } from './KindIcon.tsx'
import { dragDataOf, type PaletteItem } from './palette-drag.ts'
import { paletteControls, paletteGroups } from './palette-kinds.ts'

/** Made in a draft alone, never in a view. */
const draftKinds: ReadonlySet<string> = new Set(['input-table', 'navigation'])

const groups = ['data', 'charts', 'controls', 'content', 'layout'] as const

/** Everything that can be added, by group; a click adds, a drag chooses the place. */
export function AddPanel() {
  const { t } = useTranslation('editor')
  const actions = useActions()
  const may = useMay()
  const [search, setSearch] = useState('')
  useEffect(() => void preloadTextEditor(), [])
  // Memoized, so that items are not made draggable again during typing.
  const all = useMemo(() => groups.map((group) => ({ group, offers: offered(group, t) })), [t])
  const isOffered = (kind: string) =>
    !(actions.isView && draftKinds.has(kind)) && (kind !== 'input-table' || may('create-input-tables'))
  const found = all.flatMap(({ group, offers }) => {
    const items = offers.filter(({ item, synonyms }) => isOffered(item.kind) && matches(search, item.name, synonyms))
    return items.length > 0 ? [{ group, items }] : []
  })

  /** Enter adds the first match. */
  function onKeyDown(event: KeyboardEvent) {
    const first = found[0]?.items[0]
    if (event.key === 'Enter' && first) actions.add(first.item)
  }

  return (
    <div className="flex flex-col gap-4 px-3 pb-4">
      <input
        type="search"
        data-add-search
        aria-label={t('add.search')}
        placeholder={t('add.search')}
        className={fieldLookSmall}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {found.length === 0 && <p className="px-1 text-muted">{t('add.noMatch', { text: search })}</p>}
      {found.map(({ group, items }) => (
        <section key={group} aria-label={t(`add.${group}`)}>
          <h3 className="px-1 pb-1 text-xs font-medium text-muted">{t(`add.${group}`)}</h3>
          <div className="grid grid-cols-3 gap-1">
            {items.map(({ icon, item }) => (
              <Tile key={`${item.kind} ${item.name}`} icon={icon} item={item} />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

function Tile({ icon, item }: { icon: string; item: PaletteItem }) {
  const actions = useActions()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!button.current) return
    return draggable({ element: button.current, getInitialData: () => dragDataOf(item) })
  }, [item])
  return (
    <button
      ref={button}
      type="button"
      className="flex h-16 flex-col items-center justify-center gap-1.5 rounded-md px-1 text-center text-2xs hover:bg-hover focus-visible:-outline-offset-2"
      onClick={() => actions.add(item)}
    >
      <KindIcon
        kind={item.kind}
        {...(item.kind === 'control' && { controlType: icon })}
        recipe={item.recipe}
        className="size-5 text-muted"
      />
      <span className="line-clamp-2 leading-3">{item.name}</span>
    </button>
  )
}

/** What a group offers: the kinds of elements, or the types of controls. */
function offered(group: (typeof groups)[number], t: TFunction<'editor'>) {
  if (group !== 'controls') {
    const plain = paletteGroups[group].map((kind) => {
      const name = t(`kind.${kind}`)
      return { icon: kind as string, item: { kind: kind as string, fields: {}, name }, synonyms: t(`synonyms.${kind}`) }
    })
    return group === 'charts' ? [...plain, ...recipes.map((recipe) => recipeTile(recipe, t))] : plain
  }
  return paletteControls.map((controlType) => {
    const name = t(`controlKind.${controlType as 'list'}`)
    const item = { kind: 'control', fields: { name, controlType }, name }
    return { icon: controlType, item, synonyms: t(`controlSynonyms.${controlType as 'list'}`) }
  })
}

function recipeTile(recipe: Recipe, t: TFunction<'editor'>) {
  const name = t(`recipe.${recipe}`)
  const item: PaletteItem = { kind: kindOfRecipe[recipe], fields: {}, name, recipe }
  return { icon: recipe as string, item, synonyms: t(`recipeSynonyms.${recipe}`) }
}

function matches(search: string, ...words: string[]): boolean {
  const wanted = search.trim().toLocaleLowerCase()
  return wanted === '' || words.some((word) => word.toLocaleLowerCase().includes(wanted))
}
