import type { Member } from '@octavo/core/contract'
import { useTranslation } from 'react-i18next'
import { Remark } from '../../../forms/index.ts'
import { nameOfMember } from '../../data/people.ts'
import type { Outcome } from '../../data/run-all.ts'

/** The members for whom something failed, each with the reason. */
export function Failures({ outcome }: { outcome: Outcome<Member, unknown> }) {
  const { t } = useTranslation('organization')
  const { done, failed } = outcome
  return (
    <div className="flex flex-col gap-2">
      <Remark tone="danger">{t('members.part', { done: done.length, all: done.length + failed.length })}</Remark>
      <ul className="divide-y divide-line rounded-md border border-line">
        {failed.map(({ item, failure }) => (
          <li key={item.memberId} className="px-3 py-2">
            <span className="block font-medium">{nameOfMember(item)}</span>
            <span className="block text-muted">{[failure.message, failure.hint].filter(Boolean).join(' ')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
