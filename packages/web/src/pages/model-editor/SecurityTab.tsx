import { columnHolder, columnNames, securitiesOf, type TableElement } from '@octavo/core/document'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId, useEditor, useEditorState } from '../../editor/index.ts'
import { MultiSelect } from '../../forms/index.ts'
import { Button, IconButton, Lock, lazyPart, Plus, Trash } from '../../ui/index.ts'
import { FormulaText } from '../data-model/FormulaText.tsx'
import { Card } from '../frame/Page.tsx'
import { PolicyFindings } from './PolicyFindings.tsx'
import { policyEdits, type RowPolicy, rowPoliciesOf, withoutPolicy } from './row-policies.ts'
import { usePolicyFindings } from './use-policy-findings.ts'

const ColumnSecurityDialog = lazyPart(async () => ({
  default: (await import('../editor/ColumnSecurityDialog.tsx')).ColumnSecurityDialog,
}))
const RowPolicyDialog = lazyPart(async () => ({ default: (await import('./RowPolicyDialog.tsx')).RowPolicyDialog }))

/** Who sees which columns of a table, and which rows. */
export function SecurityTab({ element }: { element: TableElement }) {
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <ColumnRules element={element} />
      <RowRules element={element} />
    </div>
  )
}

const headLook = 'flex items-center gap-2 pb-2'

function ColumnRules({ element }: { element: TableElement }) {
  const { t } = useTranslation('models')
  const words = useTranslation('editor').t
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState<readonly string[]>()
  const names = columnNames(element.columns)
  const holder = useEditorState(({ document }) => columnHolder(document, element.id))
  const rules = holder ? securitiesOf(holder, [...names.keys()]) : []
  return (
    <section aria-label={t('edit.security.columns')}>
      <div className={headLook}>
        <h2 className="grow font-semibold">{t('edit.security.columns')}</h2>
        <div className="w-56">
          <MultiSelect
            label={t('edit.security.whichColumns')}
            options={element.columns.map(({ id }) => ({ value: id, label: names.get(id) ?? id }))}
            chosen={chosen}
            onChange={setChosen}
          />
        </div>
        <Button icon={Lock} disabled={chosen.size === 0} onClick={() => setOpen([...chosen])}>
          {t('edit.security.restrictColumns')}
        </Button>
      </div>
      <Card>
        {rules.length === 0 && <p className="p-3 text-muted">{t('edit.security.noColumns')}</p>}
        <ul>
          {rules.map(({ id, restrictedColumns, criteria }) => {
            const columns = restrictedColumns.map((each) => names.get(each) ?? each).join(', ')
            return (
              <li key={id} className="flex items-center gap-3 border-line p-3 not-first:border-t">
                <span className="min-w-0 grow truncate font-medium">{columns}</span>
                <span className="text-muted">{words(`security.kind.${criteria.kind}`)}</span>
                <Button isSmall onClick={() => setOpen(restrictedColumns)}>
                  {t('edit.change', { name: columns })}
                </Button>
              </li>
            )
          })}
        </ul>
      </Card>
      {open && (
        <Suspense>
          <ColumnSecurityDialog
            element={element}
            columnIds={open}
            onClose={() => {
              setOpen(undefined)
              setChosen(new Set())
            }}
          />
        </Suspense>
      )}
    </section>
  )
}

function RowRules({ element }: { element: TableElement }) {
  const { t } = useTranslation('models')
  const editor = useEditor()
  const [isOpen, setOpen] = useState(false)
  const policies = rowPoliciesOf(element)
  const findings = usePolicyFindings(element.id)

  function save(columnId: string, attribute: string) {
    const name = t('edit.security.policyName', { attribute })
    editor.apply(t('edit.security.word', { name }), policyEdits(element, { columnId, attribute, name }, newId))
    setOpen(false)
  }
  function remove(policy: RowPolicy) {
    editor.apply(t('edit.security.wordRemove', { name: policy.name }), withoutPolicy(element, policy))
  }
  return (
    <section aria-label={t('edit.security.rows')}>
      <div className={headLook}>
        <h2 className="grow font-semibold">{t('edit.security.rows')}</h2>
        <Button icon={Plus} onClick={() => setOpen(true)}>
          {t('edit.security.addPolicy')}
        </Button>
      </div>
      <Card>
        {policies.length === 0 && <p className="p-3 text-muted">{t('edit.security.noRows')}</p>}
        <ul>
          {policies.map((policy) => (
            <li key={policy.filterId} className="flex flex-col gap-2 border-line p-3 not-first:border-t">
              <div className="flex items-center gap-3">
                <span className="shrink-0 font-medium">{policy.name}</span>
                <span className="min-w-0 grow">
                  <FormulaText text={policy.formula} />
                </span>
                <IconButton
                  label={t('edit.remove', { name: policy.name })}
                  icon={Trash}
                  size="small"
                  onClick={() => remove(policy)}
                />
              </div>
              <PolicyFindings findings={findings.filter(({ filterId }) => filterId === policy.filterId)} />
            </li>
          ))}
        </ul>
      </Card>
      {isOpen && (
        <Suspense>
          <RowPolicyDialog element={element} onSave={save} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}
