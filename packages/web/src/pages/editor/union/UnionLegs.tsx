import { useTranslation } from 'react-i18next'
import { Button, IconButton, Plus, X } from '../../../ui/index.ts'
import { withoutLeg } from './union-source.ts'
import type { UnionDraftState } from './use-union-draft.ts'

/** The tables of a union in their order; each can be removed while two others are left. */
export function UnionLegs({ state, onTakeOut }: { state: UnionDraftState; onTakeOut: () => void }) {
  const { t } = useTranslation('union')
  const { draft, known } = state
  if (!draft) return <div className="border-r border-line" />
  return (
    <div className="flex min-h-0 flex-col gap-3 overflow-auto border-r border-line p-3">
      <h3 className="text-xs font-medium text-muted">{t('sources')}</h3>
      <ul aria-label={t('sources')} className="flex flex-col gap-2">
        {draft.legs.map(({ id, name }, at) => (
          <li key={id} className="flex min-h-12 items-center gap-2 rounded-md border border-line py-1.5 pr-1 pl-3">
            <span className="flex min-w-0 grow flex-col">
              <span className="truncate">{name}</span>
              {known[at] && <span className="text-xs text-muted">{t('columnCount', { count: known[at].length })}</span>}
            </span>
            <IconButton
              size="small"
              icon={X}
              label={t('takeOut', { name })}
              disabled={draft.legs.length < 3}
              onClick={() => {
                state.setDraft(withoutLeg(draft, at))
                onTakeOut()
              }}
            />
          </li>
        ))}
      </ul>
      <Button icon={Plus} isSmall className="self-start" onClick={() => state.setChoosing(true)}>
        {t('addSource')}
      </Button>
    </div>
  )
}
