import type { FileEntry } from '@octavo/core/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session.ts'
import { Button, ChevronRight, Dialog, Folder, House, Layers, Skeleton } from '../../ui/index.ts'
import { fileQuery, folderQuery, isHolder, myHomeQuery, takesFiles, workspacesQuery } from '../data/files.ts'
import { useFileMoves } from './file-moves.tsx'
import { orderFiles } from './file-order.ts'

interface MoveDialogProps {
  files: readonly FileEntry[]
  /** Moves the files, or creates shortcuts to them there. */
  action: 'move' | 'link'
  onClose: () => void
  onDone: () => void
}

/** Chooses a folder by opening one after the other. */
export function MoveDialog({ files, action, onClose, onDone }: MoveDialogProps) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const memberId = useSession()?.member.memberId ?? ''
  const actions = useFileMoves()
  const home = useQuery(myHomeQuery(memberId))
  const workspaces = useQuery(workspacesQuery)
  /** The opened folders, the outermost first; empty at the top. */
  const [trail, setTrail] = useState<FileEntry[]>([])
  const place = trail.at(-1)
  const inside = useQuery({ ...folderQuery(place?.id ?? ''), enabled: place !== undefined })
  const moving = new Set(action === 'move' ? files.map(({ id }) => id) : [])
  const folders = (inside.data?.entries ?? []).filter((file) => isHolder(file) && !moving.has(file.id))
  const isThere = action === 'move' && place !== undefined && files.every(({ parentId }) => parentId === place.id)
  const canChoose = place !== undefined && takesFiles(place) && !isThere
  const [only] = files

  async function enterHome() {
    if (home.data) setTrail([await queries.ensureQueryData(fileQuery(home.data))])
  }

  return (
    <Dialog
      size="form"
      title={t(`files.${action}Title`, { count: files.length, name: only?.name ?? '' })}
      isOpen
      isFlush
      onClose={onClose}
      closeLabel={t('common.close', { ns: 'translation' })}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel', { ns: 'translation' })}</Button>
          <Button
            look="primary"
            disabled={!canChoose}
            onClick={() => {
              if (!place) return
              onDone()
              void actions[action](files, place)
            }}
          >
            {t(`files.${action}Here`)}
          </Button>
        </>
      }
    >
      <div className="flex min-h-72 flex-col">
        <nav
          aria-label={t('files.trail')}
          className="flex flex-wrap items-center gap-1 border-b border-line bg-sunken px-4 py-1.5 text-muted"
        >
          <Step label={t('files.places')} isLast={trail.length === 0} onGo={() => setTrail([])} />
          {trail.map((folder, depth) => (
            <span key={folder.id} className="flex min-w-0 items-center gap-1">
              <ChevronRight className="size-3.5 shrink-0 text-faint" />
              <Step
                label={folder.id === home.data ? t('sections.mine') : folder.name}
                isLast={depth === trail.length - 1}
                onGo={() => setTrail(trail.slice(0, depth + 1))}
              />
            </span>
          ))}
        </nav>
        <ul className="p-2">
          {place === undefined ? (
            <>
              <Place icon={<House className="size-4.5" />} name={t('sections.mine')} onOpen={() => void enterHome()} />
              {orderFiles(workspaces.data?.entries ?? [], { by: 'name', isDescending: false }).map((workspace) => (
                <Place
                  key={workspace.id}
                  icon={<Layers className="size-4.5" />}
                  name={workspace.name}
                  note={takesFiles(workspace) ? undefined : t('files.readOnly')}
                  onOpen={() => setTrail([workspace])}
                />
              ))}
            </>
          ) : inside.isPending ? (
            <li className="p-2">
              <Skeleton className="h-4 w-1/3" />
            </li>
          ) : folders.length === 0 ? (
            <li className="px-2 py-8 text-center text-muted">{t('files.noFolders')}</li>
          ) : (
            orderFiles(folders, { by: 'name', isDescending: false }).map((folder) => (
              <Place
                key={folder.id}
                icon={<Folder className="size-4.5" />}
                name={folder.name}
                note={takesFiles(folder) ? undefined : t('files.readOnly')}
                onOpen={() => setTrail([...trail, folder])}
              />
            ))
          )}
        </ul>
        {place && !canChoose && (
          <p className="mt-auto border-t border-line px-6 py-2 text-xs text-muted">
            {isThere ? t('files.alreadyHere') : t('files.mayNotMoveHere')}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function Step({ label, isLast, onGo }: { label: string; isLast: boolean; onGo: () => void }) {
  if (isLast) return <span className="truncate px-1 font-medium text-ink">{label}</span>
  return (
    <button type="button" className="truncate rounded px-1 hover:bg-hover hover:text-ink" onClick={onGo}>
      {label}
    </button>
  )
}

interface PlaceProps {
  icon: React.ReactNode
  name: string
  note?: string | undefined
  onOpen: () => void
}

function Place({ icon, name, note, onOpen }: PlaceProps) {
  return (
    <li>
      <button
        type="button"
        className="flex w-full items-center gap-3 rounded-md px-2.5 py-2 text-left hover:bg-hover"
        onClick={onOpen}
      >
        <span className="text-muted">{icon}</span>
        <span className="min-w-0 grow truncate">{name}</span>
        {note && <span className="text-xs text-faint">{note}</span>}
        <ChevronRight className="size-4 shrink-0 text-faint" />
      </button>
    </li>
  )
}
