import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Lock, Message, UserPlus, Users } from '../../../ui/index.ts'
import { memberCountQuery, memberQuery, useMay } from '../../data/people.ts'
import { Card, Page } from '../../frame/Page.tsx'
import { useSlashKey } from '../../home/SearchField.tsx'
import { useAccountTypeNames } from './account-type-names.ts'
import { BulkInviteDialog } from './BulkInviteDialog.tsx'
import { ChangeTypeDialog } from './ChangeTypeDialog.tsx'
import { DeactivateDialog } from './DeactivateDialog.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { MemberDrawer } from './MemberDrawer.tsx'
import { MemberList } from './MemberList.tsx'
import type { MemberSelection, MemberTask } from './member-task.ts'

/** Everybody in the organization, for those who manage members. */
export function MembersPage() {
  const { t } = useTranslation('organization')
  const may = useMay()
  if (may('manage-members')) return <Members />
  return (
    <Page title={t('sections.members')}>
      <Card>
        <Message icon={Lock} className="py-16" title={t('members.notYours')} text={t('members.notYoursText')} />
      </Card>
    </Page>
  )
}

function Members() {
  const { t } = useTranslation('organization')
  const field = useRef<HTMLInputElement>(null)
  const count = useQuery(memberCountQuery())
  const [task, setTask] = useState<MemberTask>(null)
  const [selection, setSelection] = useState<MemberSelection>(new Map())
  const types = useAccountTypeNames()
  useSlashKey(field)
  return (
    <Page
      title={t('sections.members')}
      lead={typeof count.data === 'number' && t('members.count', { count: count.data })}
      actions={
        <>
          <Button onClick={() => setTask({ action: 'bulk' })}>
            <Users className="size-4" /> {t('members.inviteMany')}
          </Button>
          <Button look="primary" onClick={() => setTask({ action: 'invite' })}>
            <UserPlus className="size-4" /> {t('members.invite')}
          </Button>
        </>
      }
    >
      <MemberList field={field} types={types.all} selection={selection} onSelect={setSelection} onTask={setTask} />
      <Tasks task={task} onTask={setTask} onDone={() => setSelection(new Map())} types={types.assignable} />
    </Page>
  )
}

interface TasksProps {
  task: MemberTask
  onTask: (task: MemberTask) => void
  /** The selected members have been processed. */
  onDone: () => void
  types: readonly string[]
}

function Tasks({ task, onTask, onDone, types }: TasksProps) {
  const close = () => onTask(null)
  switch (task?.action) {
    case 'invite':
      return <InviteDialog types={types} onClose={close} onMany={() => onTask({ action: 'bulk' })} />
    case 'bulk':
      return <BulkInviteDialog types={types} onClose={close} />
    case 'deactivate':
      return <DeactivateDialog members={task.members} onDone={onDone} onClose={close} />
    case 'type':
      return <ChangeTypeDialog members={task.members} types={types} onDone={onDone} onClose={close} />
    case 'open':
      return <OpenMember memberId={task.memberId} types={types} onTask={onTask} />
    default:
      return null
  }
}

function OpenMember({ memberId, types, onTask }: { memberId: string } & Pick<TasksProps, 'types' | 'onTask'>) {
  const { data: member } = useQuery(memberQuery(memberId))
  if (!member) return null
  const deactivate = () => onTask({ action: 'deactivate', members: [member] })
  return <MemberDrawer member={member} types={types} onClose={() => onTask(null)} onDeactivate={deactivate} />
}
