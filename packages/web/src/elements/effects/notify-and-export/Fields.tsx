import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../../editor/index.ts'
import { Checkbox, Select } from '../../../forms/index.ts'
import type { EffectEditor, EffectFieldsProps } from '../editing/effect-editor.ts'
import { TextLine } from '../editing/FormulaLine.tsx'
import { Line } from '../editing/fields.tsx'
import { ValueField } from '../editing/ValueField.tsx'
import { type Effect, recipientsOf, record } from '../effect.ts'
import {
  addressesOf,
  attachmentOf,
  destinationOf,
  destinations,
  formatsFor,
  isMessage,
  type Part,
  partsOf,
  targetOfValue,
  valueOfTarget,
  withAddresses,
  withDestination,
  withoutAbsent,
} from './choices.ts'
import { RecipientPicker } from './RecipientPicker.tsx'

/** Where something is sent, to whom, with which texts and which file. */
function Fields(props: EffectFieldsProps) {
  const { effect, onChange } = props
  const { t } = useTranslation('actions')
  const document = useEditorState((state) => state.document)
  const parts = partsOf(document, t('notify.workbook'))
  const destination = destinationOf(effect)
  const set = (change: Effect) => onChange(withoutAbsent({ ...effect, ...change }))
  return (
    <>
      <Select
        label={t('notify.destination')}
        isSmall
        value={destination}
        options={destinations.map((value) => ({ value, label: t(`notify.to.${value}`) }))}
        onChange={(next) => onChange(withDestination(effect, destinationOf({ destination: next }), parts))}
      />
      {destination !== 'download' && <Recipients {...props} set={set} />}
      {isMessage(destination) && <Texts effect={effect} columns={props.columns} set={set} parts={parts} />}
      <Attachment effect={effect} set={set} parts={parts} />
      {destination === 'email' && (
        <Checkbox
          isChecked={effect.runAsRecipient === true}
          onChange={(isOn) => set({ runAsRecipient: isOn ? true : undefined })}
        >
          {t('notify.asRecipient')}
        </Checkbox>
      )}
    </>
  )
}

type Set = (change: Effect) => void

function Recipients({ effect, columns, set }: EffectFieldsProps & { set: Set }) {
  const { t } = useTranslation('actions')
  const destination = destinationOf(effect)
  const recipients = recipientsOf(effect)
  const dynamic = recipients.find(({ type }) => type === 'dynamic')
  const label = destination === 'download' ? '' : t(`notify.address.${destination}`)
  const save = (next: Effect[]) => set({ recipients: next.length > 0 ? next : undefined })
  const storesFiles = destination === 'cloud-storage'
  return (
    <>
      <Line label={label} value={addressesOf(recipients)} onChange={(text) => save(withAddresses(recipients, text))} />
      {destination === 'email' && <RecipientPicker recipients={recipients} onChange={save} />}
      {storesFiles ? (
        <Line
          label={t('notify.storage')}
          value={effect.authorization}
          onChange={(authorization) => set({ authorization: authorization === '' ? undefined : authorization })}
        />
      ) : (
        <ValueField
          label={t('notify.more')}
          kind="text"
          isOptional
          value={dynamic?.value}
          columns={columns}
          onChange={(value) => {
            const others = recipients.filter(({ type }) => type !== 'dynamic')
            save(value ? [...others, { type: 'dynamic', value }] : others)
          }}
        />
      )}
    </>
  )
}

interface PartProps {
  effect: Effect
  set: Set
  parts: readonly Part[]
}

function Texts({ effect, columns, set, parts }: PartProps & Pick<EffectFieldsProps, 'columns'>) {
  const { t } = useTranslation('actions')
  const orAbsent = (text: string) => (text === '' ? undefined : text)
  const hasLink = effect.includeLink !== false
  return (
    <>
      <TextLine
        label={t('notify.subject')}
        value={effect.subject}
        columns={columns}
        onChange={(subject) => set({ subject: orAbsent(subject) })}
      />
      <TextLine
        label={t('notify.message')}
        value={effect.message}
        columns={columns}
        isMultiline
        onChange={(message) => set({ message: orAbsent(message) })}
      />
      <p className="text-xs text-muted">{t('notify.formulas', { example: '{{[Control]}}' })}</p>
      <Checkbox
        isChecked={hasLink}
        onChange={(isOn) => set(isOn ? { includeLink: undefined } : { includeLink: false, linkTo: undefined })}
      >
        {t('notify.link')}
      </Checkbox>
      {hasLink && (
        <PartSelect
          label={t('notify.linkTo')}
          value={valueOfTarget(effect.linkTo)}
          parts={parts}
          onChange={({ value }) => set({ linkTo: value === 'workbook' ? undefined : targetOfValue(value) })}
        />
      )}
    </>
  )
}

function Attachment({ effect, set, parts }: PartProps) {
  const { t } = useTranslation('actions')
  const destination = destinationOf(effect)
  const attachment = record(effect.attachment)
  const offered = parts.filter(({ kind }) => formatsFor(destination, kind).length > 0)
  const value = valueOfTarget(attachment.target)
  const part = offered.find((each) => each.value === value)
  const [first] = offered
  const has = effect.attachment !== undefined
  return (
    <>
      {isMessage(destination) && (
        <Checkbox
          isChecked={has}
          onChange={(isOn) => set({ attachment: isOn && first ? attachmentOf(destination, {}, first) : undefined })}
        >
          {t('notify.attach')}
        </Checkbox>
      )}
      {has && (
        <>
          <PartSelect
            label={t('notify.what')}
            value={value}
            parts={offered}
            onChange={(next) => set({ attachment: attachmentOf(destination, attachment, next) })}
          />
          <Select
            label={t('notify.format')}
            isSmall
            value={String(attachment.format)}
            options={formatsFor(destination, part?.kind ?? 'element').map((each) => ({
              value: each as string,
              label: t(`notify.formats.${each}`),
            }))}
            onChange={(format) => {
              const { layout: _, ...rest } = attachment
              set({ attachment: { ...rest, format } })
            }}
          />
          {attachment.format === 'pdf' && (
            <Select
              label={t('notify.layout')}
              isSmall
              value={attachment.layout === 'landscape' ? 'landscape' : 'portrait'}
              options={(['portrait', 'landscape'] as const).map((each) => ({
                value: each as string,
                label: t(`notify.layouts.${each}`),
              }))}
              onChange={(layout) => set({ attachment: { ...attachment, layout } })}
            />
          )}
        </>
      )}
    </>
  )
}

interface PartSelectProps {
  label: string
  value: string
  parts: readonly Part[]
  onChange: (part: Part) => void
}

function PartSelect({ label, value, parts, onChange }: PartSelectProps) {
  const { t } = useTranslation('actions')
  const groups = { page: t('goTo.pages'), element: t('goTo.elements') }
  return (
    <Select
      label={label}
      isSmall
      value={value}
      options={parts.map((part) => ({
        value: part.value,
        label: part.label,
        ...(part.kind === 'workbook' ? {} : { group: groups[part.kind] }),
      }))}
      onChange={(chosen) => {
        const part = parts.find((each) => each.value === chosen)
        if (part) onChange(part)
      }}
    />
  )
}

export const notifyAndExportEditor: EffectEditor = {
  first: (document) => withDestination({}, 'download', partsOf(document, '').toReversed()),
  Fields,
}
