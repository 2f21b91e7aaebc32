import { Combobox } from '../../../forms/index.ts'
import { Plus } from '../../../ui/index.ts'

interface AddColumnProps {
  label: string
  columns: readonly { value: string; label: string }[]
  onAdd: (columnId: string) => void
}

/** The "+" of a shelf: a list of columns to search in. */
export function AddColumn({ label, columns, onAdd }: AddColumnProps) {
  return (
    <Combobox
      label={label}
      value={null}
      options={columns}
      onChange={onAdd}
      trigger={{
        content: <Plus />,
        className: 'grid size-6 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink',
      }}
    />
  )
}
