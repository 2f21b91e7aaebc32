import type { NewUserAttribute, UserAttribute } from '@octavo/core/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { DataTable, type TableColumn, TextArea, TextField } from '../../../forms/index.ts'
import { Button, Message, Plus, Settings } from '../../../ui/index.ts'
import { useAction } from '../../data/use-action.ts'
import { FormDialog } from '../../frame/dialogs.tsx'
import { Card, Loaded, Page } from '../../frame/Page.tsx'
import { attributesQuery, textValue } from './attributes.ts'

/** The user attributes, which row policies use to distinguish members. */
export function AttributesPage() {
  const { t } = useTranslation('organization')
  const attributes = useQuery(attributesQuery)
  const [isNew, setNew] = useState(false)
  const columns: TableColumn<UserAttribute>[] = [
    {
      id: 'name',
      label: t('files.name'),
      cell: ({ userAttributeId, name, description }) => (
        <span className="block min-w-0">
          <Link
            to="/administration/user-attributes/$attributeId"
            params={{ attributeId: userAttributeId }}
            data-row-main
            className="block max-w-full truncate rounded font-medium"
          >
            {name}
          </Link>
          {description && <span className="block truncate text-xs text-muted">{description}</span>}
        </span>
      ),
    },
    {
      id: 'default',
      label: t('attributes.default'),
      width: 240,
      className: 'max-w-60 truncate whitespace-nowrap text-muted',
      cell: ({ defaultValue }) => defaultValue?.val ?? t('attributes.none'),
    },
  ]
  return (
    <Page
      title={t('sections.userAttributes')}
      lead={t('attributes.lead')}
      actions={
        <Button look="primary" onClick={() => setNew(true)}>
          <Plus className="size-4" /> {t('attributes.new')}
        </Button>
      }
    >
      <Loaded query={attributes} title={t('attributes.failed')}>
        {({ entries }) => (
          <Card>
            {entries.length === 0 ? (
              <Message
                icon={Settings}
                className="py-16"
                title={t('attributes.empty')}
                text={t('attributes.emptyText')}
              />
            ) : (
              <DataTable
                label={t('sections.userAttributes')}
                rows={entries}
                keyOf={({ userAttributeId }) => userAttributeId}
                nameOf={({ name }) => name}
                columns={columns}
              />
            )}
          </Card>
        )}
      </Loaded>
      {isNew && <NewAttributeDialog onClose={() => setNew(false)} />}
    </Page>
  )
}

function NewAttributeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [value, setValue] = useState('')
  const action = useAction(async () => {
    const body: NewUserAttribute = {
      name: name.trim(),
      ...(description && { description }),
      ...(value !== '' && { defaultValue: textValue(value) }),
    }
    const { userAttributeId } = await call<UserAttribute>('/v2/user-attributes', { method: 'POST', body })
    await queries.invalidateQueries({ queryKey: ['user-attributes'] })
    await navigate({
      to: '/administration/user-attributes/$attributeId',
      params: { attributeId: userAttributeId },
    })
  })
  return (
    <FormDialog
      title={t('attributes.new')}
      submit={t('common.create')}
      action={action}
      isReady={name.trim() !== ''}
      onClose={onClose}
    >
      <TextField
        label={t('files.name')}
        value={name}
        onChange={setName}
        maxLength={128}
        autoComplete="off"
        hint={t('attributes.nameHint', { name: name.trim() || 'Region' })}
      />
      <TextArea
        label={t('common.description')}
        isOptional={t('common.optional')}
        value={description}
        onChange={setDescription}
        rows={2}
      />
      <TextField
        label={t('attributes.default')}
        isOptional={t('common.optional')}
        value={value}
        onChange={setValue}
        maxLength={4096}
        hint={t('attributes.defaultHint')}
      />
    </FormDialog>
  )
}
