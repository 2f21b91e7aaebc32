import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../../forms/index.ts'
import { Button } from '../../../ui/index.ts'
import type { JoinDraftState } from './use-join-draft.ts'

/** The columns of each table that is new in the element, with a checkbox each. */
export function JoinColumns({ state }: { state: JoinDraftState }) {
  const { t } = useTranslation('join')
  return state.legs
    .filter(({ id }) => !state.kept.has(id))
    .map((leg) => {
      const columns = state.columnsOfLeg(leg.id)?.data ?? []
      const taken = state.takenColumns(leg)
      const all = columns.map(({ name }) => name)
      const title = t('columnsOf', { name: leg.name })
      return (
        <section key={leg.id} aria-label={title}>
          <div className="flex items-center gap-2 pb-1">
            <h3 className="text-xs font-medium text-muted">{title}</h3>
            <Button look="quiet" isSmall onClick={() => state.setTakenColumns(leg.id, all)}>
              {t('all')}
            </Button>
            <Button look="quiet" isSmall onClick={() => state.setTakenColumns(leg.id, [])}>
              {t('none')}
            </Button>
          </div>
          <ul className="grid grid-cols-2 gap-x-4 xl:grid-cols-3">
            {columns.map(({ name, type }) => (
              <li key={name} className="flex h-item items-center gap-2">
                <Checkbox
                  className="min-w-0"
                  isChecked={taken.includes(name)}
                  onChange={(isOn) =>
                    state.setTakenColumns(leg.id, isOn ? [...taken, name] : taken.filter((each) => each !== name))
                  }
                >
                  <span className="truncate">{name}</span>
                </Checkbox>
                {type && <span className="ml-auto text-xs text-muted">{type}</span>}
              </li>
            ))}
          </ul>
        </section>
      )
    })
}
