import { columnHolder, type SecurityCriteria, securitiesOf } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { type ColumnDialogProps, columnGestures, useColumnFacts } from '../../elements/table/columns/index.ts'
import { type Choice, Combobox, Field, Remark, TextField } from '../../forms/index.ts'
import { Button, Dialog } from '../../ui/index.ts'
import { attributesQuery } from '../administration/user-attributes/attributes.ts'
import { PeoplePicker } from '../sharing/PeoplePicker.tsx'
import { useGranteeChoices } from '../sharing/people-choices.ts'
import '../../i18n/organization.ts'

/** A restriction names people; for everybody there is the choice without one. */
const notOffered: ReadonlySet<string> = new Set(['everyone'])

const kinds = ['everyone', 'no-one-can-view', 'specific-users-and-teams', 'user-attribute'] as const
type Kind = (typeof kinds)[number]

/** Who sees the values of columns: everybody, nobody, members and teams, or readers with a value of a user attribute. */
export function ColumnSecurityDialog({ element, columnIds, onClose }: ColumnDialogProps) {
  const { t } = useTranslation('editor')
  const columnWords = useTranslation('columns').t
  const common = useTranslation().t
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const facts = useColumnFacts(element)
  const does = columnGestures({ editor, element, columnIds, facts, t: columnWords })
  const rules = securitiesOf(columnHolder(document, element.id) ?? element, columnIds)
  const present = rules.at(-1)?.criteria
  const [kind, setKind] = useState<Kind>(present?.kind ?? 'everyone')
  const [people, setPeople] = useState<readonly string[]>(() => peopleOf(present))
  const [attribute, setAttribute] = useState(() => attributeOf(present))
  const [isLedOn, setLedOn] = useState(false)
  const group = useId()
  const criteria = criteriaOf(kind, people, attribute)

  function save() {
    if (criteria === undefined) return
    does.secure(criteria)
    onClose()
  }

  return (
    <Dialog
      title={t('security.title', { name: does.name })}
      size="form"
      isOpen
      onClose={onClose}
      closeLabel={common('common.close')}
      onSubmit={save}
      actions={
        <>
          <Button onClick={onClose}>{common('common.cancel')}</Button>
          <Button look="primary" type="submit" disabled={criteria === undefined}>
            {columnWords('save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <fieldset className="flex flex-col gap-2">
          <legend className="pb-1 text-xs font-medium text-muted">{t('security.who')}</legend>
          {kinds.map((each) => (
            <label key={each} className="flex items-center gap-2">
              <input
                type="radio"
                className="accent-accent"
                name={group}
                checked={kind === each}
                onChange={() => setKind(each)}
                // A click on the choice moves the focus to the people; arrow keys stay among the choices.
                onClick={(event) => setLedOn(event.detail > 0)}
              />
              {t(`security.kind.${each}`)}
            </label>
          ))}
        </fieldset>
        {kind === 'specific-users-and-teams' && <PeopleField values={people} onChange={setPeople} hasFocus={isLedOn} />}
        {kind === 'user-attribute' && <AttributeFields value={attribute} onChange={setAttribute} />}
        <p className="text-xs text-muted">{t('security.text')}</p>
        {rules.length > 1 && <Remark tone="warning">{t('security.several', { count: rules.length })}</Remark>}
      </div>
    </Dialog>
  )
}

interface PeopleFieldProps {
  values: readonly string[]
  onChange: (values: readonly string[]) => void
  /** Focuses the field when it appears. */
  hasFocus: boolean
}

function PeopleField({ values, onChange, hasFocus }: PeopleFieldProps) {
  const { t } = useTranslation('editor')
  const people = useGranteeChoices()
  const chosen = values.map(
    (value): Choice => people.choices.find((choice) => choice.value === value) ?? { value, label: value },
  )
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hasFocus) place.current?.querySelector('input')?.focus()
  }, [hasFocus])
  return (
    <div ref={place}>
      <PeoplePicker
        label={t('security.people')}
        people={people}
        without={notOffered}
        chosen={chosen}
        onChange={(next) => onChange(next.map(({ value }) => value))}
      />
    </div>
  )
}

interface AttributeValues {
  userAttributeId: string
  /** One value a line: a reader has one of them. */
  values: string
}

function AttributeFields({ value, onChange }: { value: AttributeValues; onChange: (value: AttributeValues) => void }) {
  const { t } = useTranslation('editor')
  const { data, error } = useQuery(attributesQuery)
  const attributes = data?.entries ?? []
  if (error) return <Remark tone="warning">{t('security.noAttributes')}</Remark>
  return (
    <div className="grid grid-cols-2 gap-4">
      <Field label={t('security.attribute')}>
        {({ id }) => (
          <Combobox
            id={id}
            label={t('security.attribute')}
            placeholder={t('security.chooseAttribute')}
            value={value.userAttributeId === '' ? null : value.userAttributeId}
            options={attributes.map(({ userAttributeId, name }) => ({ value: userAttributeId, label: name }))}
            onChange={(userAttributeId) => onChange({ ...value, userAttributeId })}
          />
        )}
      </Field>
      <TextField
        label={t('security.values')}
        hint={t('security.valuesHint')}
        value={value.values}
        onChange={(values) => onChange({ ...value, values })}
      />
    </div>
  )
}

function peopleOf(criteria: SecurityCriteria | undefined): string[] {
  if (criteria?.kind !== 'specific-users-and-teams') return []
  return criteria.assignments.map((each) => (each.type === 'team' ? `team:${each.teamId}` : each.userId))
}

function attributeOf(criteria: SecurityCriteria | undefined): AttributeValues {
  if (criteria?.kind !== 'user-attribute') return { userAttributeId: '', values: '' }
  return {
    userAttributeId: criteria.assignments[0]?.userAttributeId ?? '',
    values: criteria.assignments.map(({ value }) => value).join(', '),
  }
}

/** The criteria for the choices; null means no restriction, undefined while something is missing. */
function criteriaOf(
  kind: Kind,
  people: readonly string[],
  { userAttributeId, values }: AttributeValues,
): SecurityCriteria | null | undefined {
  switch (kind) {
    case 'everyone':
      return null
    case 'no-one-can-view':
      return { kind }
    case 'specific-users-and-teams': {
      const assignments = people.map((value) =>
        value.startsWith('team:')
          ? { type: 'team' as const, teamId: value.slice('team:'.length) }
          : { type: 'user' as const, userId: value },
      )
      return assignments.length > 0 ? { kind, assignments } : undefined
    }
    case 'user-attribute': {
      const wanted = values.split(',').flatMap((value) => (value.trim() === '' ? [] : [value.trim()]))
      if (userAttributeId === '' || wanted.length === 0) return undefined
      return { kind, assignments: wanted.map((value) => ({ userAttributeId, value })) }
    }
  }
}
