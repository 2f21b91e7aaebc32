import type { AuditLogEvent } from '@octavo/core/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { localeName } from '../../../formats.ts'
import { Badge, Drawer } from '../../../forms/index.ts'
import { Button } from '../../../ui/index.ts'
import { actorName, changedFields, objectName, shownValue } from './audit-events.ts'
import { useEventWords } from './use-event-words.ts'

interface EventDrawerProps {
  event: AuditLogEvent
  onClose: () => void
  onOnlyMember: (memberId: string) => void
  onOnlyObject: (objectId: string) => void
}

/** All details of one event. */
export function EventDrawer({ event, onClose, onOnlyMember, onOnlyObject }: EventDrawerProps) {
  const { t } = useTranslation('organization')
  const words = useEventWords()
  const { actor, object, details } = event
  const more = Object.entries(details).flatMap(([name, value]) => {
    const text = shownValue(value)
    // Sign-ins note their address twice.
    const isShown = text === null || (name === 'address' && text === event.ipAddress)
    return isShown ? [] : [{ name, text }]
  })
  const time = new Intl.DateTimeFormat(localeName(), { dateStyle: 'long', timeStyle: 'medium' })
  return (
    <Drawer
      title={words.event(event.eventType)}
      closeLabel={t('common.close', { ns: 'translation' })}
      isOpen
      onClose={onClose}
    >
      <div className="flex flex-col gap-6 p-4">
        <dl className="flex flex-col gap-3">
          <Fact name={t('audit.time')}>{time.format(new Date(event.createdAt))}</Fact>
          <Fact name={t('audit.status')}>
            <Badge tone={event.status === 'failure' ? 'danger' : 'success'}>
              {t(`audit.statuses.${event.status}`)}
            </Badge>
          </Fact>
          <Fact name={t('audit.category')}>{t(`audit.categories.${event.category}`)}</Fact>
          <Fact name={t('audit.actor')}>
            {actorName(event) ?? t('audit.server')}
            {actor.email && actor.email !== actorName(event) && (
              <span className="block text-xs text-muted">{actor.email}</span>
            )}
            {actor.kind === 'credential' && <span className="block text-xs text-muted">{t('audit.byCredential')}</span>}
          </Fact>
          <Fact name={t('audit.object')}>
            {objectName(event) ?? '–'}
            {object.type && <span className="block text-xs text-muted">{words.objectKind(object.type)}</span>}
            {object.id && object.name && <code className="block font-mono text-xs text-muted">{object.id}</code>}
          </Fact>
          {event.ipAddress && <Fact name={t('audit.address')}>{event.ipAddress}</Fact>}
          {event.requestId && (
            <Fact name={t('audit.request')}>
              <code className="font-mono text-xs">{event.requestId}</code>
            </Fact>
          )}
        </dl>
        <Changes event={event} />
        {more.length > 0 && (
          <section>
            <h3 className="mb-2 font-medium">{t('audit.details')}</h3>
            <dl className="flex flex-col gap-2">
              {more.map(({ name, text }) => (
                <Fact key={name} name={name}>
                  <code className="font-mono text-xs [overflow-wrap:anywhere]">{text}</code>
                </Fact>
              ))}
            </dl>
          </section>
        )}
        <div className="flex flex-wrap gap-2">
          {actor.memberId !== null && (
            <Button onClick={() => onOnlyMember(actor.memberId ?? '')}>{t('audit.showActor')}</Button>
          )}
          {object.id !== null && <Button onClick={() => onOnlyObject(object.id ?? '')}>{t('audit.showObject')}</Button>}
        </div>
      </div>
    </Drawer>
  )
}

function Changes({ event }: { event: AuditLogEvent }) {
  const { t } = useTranslation('organization')
  const fields = changedFields(event)
  if (fields.length === 0) return null
  const cell = 'border-t border-line py-1.5 pr-3 align-top [overflow-wrap:anywhere]'
  return (
    <section>
      <h3 className="mb-2 font-medium">{t('audit.changes')}</h3>
      <table className="w-full table-fixed text-left">
        <thead className="text-xs text-muted">
          <tr>
            <th className="py-1 pr-3 font-normal">{t('audit.field')}</th>
            <th className="py-1 pr-3 font-normal">{t('audit.before')}</th>
            <th className="py-1 pr-3 font-normal">{t('audit.after')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, before, after }) => (
            <tr key={name}>
              <td className={`${cell} text-muted`}>{name}</td>
              <td className={cell}>{before ?? '–'}</td>
              <td className={cell}>{after ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_1fr] gap-3">
      <dt className="truncate text-muted" title={name}>
        {name}
      </dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
