import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Remark } from '../../forms/index.ts'
import { startViewAs, useSession } from '../../session.ts'
import { Button, CircleAlert, CircleCheck, Eye } from '../../ui/index.ts'
import { useAction } from '../data/use-action.ts'
import { Loaded } from '../frame/Page.tsx'
import { memberAccessQuery } from './access.ts'
import type { Shared } from './levels.ts'

/** What one member can do with a file: the level, all reasons for it, and each action. */
export function MemberAccessPanel({ target, memberId }: { target: Shared; memberId: string }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const session = useSession()
  const access = useQuery(memberAccessQuery(target, memberId))
  const look = useAction(() => startViewAs(queries, memberId))
  return (
    <Loaded query={access} title={t('why.failed')}>
      {({ name, explanation, accountType, isAdmin, sources, actions, permission }) => (
        <div className="flex flex-col gap-4">
          <div
            role="status"
            className={`rounded-md px-3 py-2.5 ${permission === null ? 'bg-sunken text-muted' : 'bg-accent-soft text-accent-text'}`}
          >
            <p className="font-medium">
              {name}: {explanation}
            </p>
            <p className="text-xs">{t('why.accountType', { name: accountType })}</p>
          </div>
          {sources.length > 0 && (
            <section aria-label={t('why.sources')}>
              <h3 className="mb-1.5 font-medium">{t('why.sources')}</h3>
              <ul className="divide-y divide-line rounded-md border border-line">
                {sources.map((source) => (
                  <li
                    key={`${source.kind} ${source.grantId ?? source.on.id}`}
                    className="px-3 py-1.5 first-letter:uppercase"
                  >
                    {source.text}
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section aria-label={t('why.actions')}>
            <h3 className="mb-1.5 font-medium">{t('why.actions')}</h3>
            <ul className="divide-y divide-line rounded-md border border-line">
              {actions.map(({ action, isAllowed, reason }) => (
                <li key={action} className="flex items-start gap-2.5 px-3 py-1.5">
                  {isAllowed ? (
                    <CircleCheck
                      role="img"
                      aria-label={t('why.yes')}
                      aria-hidden={false}
                      className="mt-0.5 size-4 shrink-0 text-accent-text"
                    />
                  ) : (
                    <CircleAlert
                      role="img"
                      aria-label={t('why.no')}
                      aria-hidden={false}
                      className="mt-0.5 size-4 shrink-0 text-faint"
                    />
                  )}
                  <span className="w-32 shrink-0 font-medium">{wordsOf(action)}</span>
                  <span className="min-w-0 text-muted">{reason}</span>
                </li>
              ))}
            </ul>
          </section>
          {session?.member.isAdmin && !isAdmin && (
            <div>
              <Button disabled={look.isBusy} onClick={() => look.run()}>
                <Eye className="size-4" /> {t('viewAs.start', { name })}
              </Button>
              {look.failure && <Remark tone="danger">{look.failure}</Remark>}
            </div>
          )}
        </div>
      )}
    </Loaded>
  )
}

/** The label of an action such as `addDocument`. */
function wordsOf(action: string): string {
  const words = action.replaceAll(/([A-Z])/g, ' $1').toLowerCase()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
