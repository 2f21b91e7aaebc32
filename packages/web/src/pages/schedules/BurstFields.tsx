import {
  columnName,
  columnsOf,
  controlsOf,
  elementName,
  findControl,
  findElement,
  type WorkbookDocument,
} from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { Field, type Option, Select, TextField } from '../../forms/index.ts'
import { type Limit, limits, type ScheduleForm } from './schedule-form.ts'

interface BurstFieldsProps {
  document: WorkbookDocument | undefined
  form: ScheduleForm
  onChange: (change: Partial<ScheduleForm>) => void
}

/**
 * Sends a message for each value of a list, to the recipients in a column. Nothing where the workbook has no such list.
 */
export function BurstFields({ document, form: { burst }, onChange }: BurstFieldsProps) {
  const { t } = useTranslation('schedules')
  const controls = document ? controlsOf(document).filter((control) => sourceOf(control) !== undefined) : []
  if (!document || (controls.length === 0 && burst === null)) return null
  const sourceNodeId = burst ? sourceOf(findControl(document, burst.controlId)) : undefined
  const options: Option<string>[] = [
    { value: '', label: t('burst.none') },
    ...controls.map((control) => ({ value: control.controlId, label: elementName(control) ?? control.controlId })),
  ]
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('field.burst')} hint={burst ? t('field.burstHint') : undefined}>
        {({ id }) => (
          <Select
            id={id}
            value={burst?.controlId ?? ''}
            options={options}
            onChange={(controlId) => onChange({ burst: controlId === '' ? null : { controlId, recipients: null } })}
          />
        )}
      </Field>
      {burst && sourceNodeId !== undefined && (
        <Field label={t('field.addressColumn')} hint={t('field.addressColumnHint')}>
          {({ id }) => (
            <Select
              id={id}
              value={burst.recipients?.recipientColumnId ?? ''}
              options={[{ value: '', label: t('burst.noColumn') }, ...columnOptions(document, sourceNodeId)]}
              onChange={(recipientColumnId) =>
                onChange({
                  burst: {
                    ...burst,
                    recipients: recipientColumnId === '' ? null : { sourceNodeId, recipientColumnId },
                  },
                })
              }
            />
          )}
        </Field>
      )}
    </div>
  )
}

function columnOptions(document: WorkbookDocument, elementId: string): Option<string>[] {
  const element = findElement(document, elementId)
  return element ? columnsOf(element).map((column) => ({ value: column.id, label: columnName(column) })) : []
}

/** The element from which a list has its values. */
function sourceOf(control: ReturnType<typeof findControl>): string | undefined {
  if (control?.controlType !== 'list') return undefined
  const source = control.source as { kind?: string; source?: { elementId?: string } } | undefined
  return source?.kind === 'source' ? source.source?.elementId : undefined
}

/** Limits how often it is sent in a period. */
export function LimitFields({ form, onChange }: Pick<BurstFieldsProps, 'form' | 'onChange'>) {
  const { t } = useTranslation('schedules')
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('field.limit')}>
        {({ id }) => (
          <Select<Limit>
            id={id}
            value={form.limit}
            options={limits.map((value) => ({ value, label: t(`limit.${value}`) }))}
            onChange={(limit) => onChange({ limit })}
          />
        )}
      </Field>
      {form.limit !== 'always' && (
        <TextField
          label={t('field.limitCount')}
          value={form.limitCount}
          onChange={(limitCount) => onChange({ limitCount })}
          inputMode="numeric"
        />
      )}
    </div>
  )
}
