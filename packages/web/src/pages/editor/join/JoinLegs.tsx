import { useTranslation } from 'react-i18next'
import { Button, IconButton, Plus, X } from '../../../ui/index.ts'
import type { JoinDraftState } from './use-join-draft.ts'

interface JoinLegsProps {
  state: JoinDraftState
  onAdd: () => void
  onTakeOut: () => void
}

/** The tables of a join in their order; each but the first can be removed. */
export function JoinLegs({ state, onAdd, onTakeOut }: JoinLegsProps) {
  const { t } = useTranslation('join')
  const { draft } = state
  if (!draft) return <div className="border-r border-line" />
  return (
    <div className="flex min-h-0 flex-col gap-3 overflow-auto border-r border-line p-3">
      <h3 className="text-xs font-medium text-muted">{t('sources')}</h3>
      <ul aria-label={t('sources')} className="flex flex-col gap-2">
        <li className="flex min-h-12 flex-col justify-center rounded-md border border-line px-3 py-1.5">
          <span className="truncate">{draft.first.name}</span>
          <span className="text-xs text-muted">{t('first')}</span>
        </li>
        {draft.steps.map(({ right, kind }) => (
          <li
            key={right.id}
            className="flex min-h-12 items-center gap-2 rounded-md border border-line py-1.5 pr-1 pl-3"
          >
            <span className="flex min-w-0 grow flex-col">
              <span className="truncate">{right.name}</span>
              <span className="text-xs text-muted">{t(`shortKind.${kind}`)}</span>
            </span>
            <IconButton
              size="small"
              icon={X}
              label={t('takeOut', { name: right.name })}
              onClick={() => {
                state.takeOut(right.id)
                onTakeOut()
              }}
            />
          </li>
        ))}
      </ul>
      <Button icon={Plus} isSmall className="self-start" onClick={onAdd}>
        {t('addSource')}
      </Button>
    </div>
  )
}
