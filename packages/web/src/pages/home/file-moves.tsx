import type { FileEntry } from '@octavo/core/contract'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../api.ts'
import { Remark } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { Button, Dialog, notify } from '../../ui/index.ts'
import { myHomeQuery, refreshFiles } from '../data/files.ts'
import { type Outcome, runAll } from '../data/run-all.ts'
import type { DropTarget } from './drop-target.ts'

type Action = 'moved' | 'archived' | 'restored' | 'purged' | 'linked'

interface FileMovesValue {
  /** Moves the files into a folder; files that are already in it are skipped. */
  move: (files: readonly FileEntry[], target: NonNullable<DropTarget>) => Promise<void>
  archive: (files: readonly FileEntry[]) => Promise<void>
  restore: (files: readonly FileEntry[]) => Promise<void>
  /** Creates a shortcut to each file in a folder. */
  link: (files: readonly FileEntry[], place: Pick<FileEntry, 'id' | 'name'>) => Promise<void>
  /** Deletes archived files permanently. */
  purge: (files: readonly FileEntry[]) => Promise<void>
}

const Context = createContext<FileMovesValue>({
  move: async () => undefined,
  archive: async () => undefined,
  restore: async () => undefined,
  link: async () => undefined,
  purge: async () => undefined,
})

export const useFileMoves = () => useContext(Context)

interface Partial {
  action: Action
  outcome: Outcome<FileEntry, unknown>
  again: (files: readonly FileEntry[]) => Promise<void>
}

/** Runs an action on files, and reports how many were done and which were left out. */
function useRuns() {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const [partial, setPartial] = useState<Partial | null>(null)

  async function run(
    action: Action,
    files: readonly FileEntry[],
    act: (file: FileEntry) => Promise<unknown>,
    place: string,
    again: Partial['again'],
    undo?: (file: FileEntry) => Promise<unknown>,
  ) {
    if (files.length === 0) return
    setPartial(null)
    const busy = files.length > 8 ? notify({ title: t('files.busy', { count: files.length }), tone: 'busy' }) : null
    // One after the other if one may contain another; otherwise a few at a time.
    const outcome = await runAll(files, act, { atOnce: files.some(({ type }) => type === 'folder') ? 1 : 4 })
    await refreshFiles(queries)
    busy?.close()
    if (outcome.failed.length > 0) {
      setPartial({ action, outcome, again })
      return
    }
    const [first] = files
    const name = files.length === 1 ? (first?.name ?? '') : ''
    notify({
      title: t(`files.${action}`, { count: files.length, name, place }),
      tone: 'done',
      ...(undo && {
        action: {
          label: t('files.undo'),
          run: () => void takeBack(files, undo),
        },
      }),
    })
  }

  const takeBack = (files: readonly FileEntry[], undo: (file: FileEntry) => Promise<unknown>): Promise<void> =>
    run('restored', files, undo, '', (again) => takeBack(again, undo))
  return { partial, setPartial, run }
}

/** Actions on several files at once. Failures are reported file by file, and can be tried again. */
export function FileMoves({ children }: { children: ReactNode }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const memberId = useSession()?.member.memberId ?? ''
  const { partial, setPartial, run } = useRuns()
  const patch = (file: FileEntry, body: object) => send(`/v2/files/${file.id}`, { method: 'PATCH', body })

  const value: FileMovesValue = {
    async move(files, target) {
      const place =
        target === 'home'
          ? { id: await queries.ensureQueryData(myHomeQuery(memberId)), name: t('sections.mine') }
          : target
      const act = (file: FileEntry) => patch(file, { parentId: place.id })
      const undo = (file: FileEntry) => patch(file, { parentId: file.parentId })
      const moving = files.filter(({ id, parentId }) => id !== place.id && parentId !== place.id)
      await run('moved', moving, act, place.name, (again) => value.move(again, target), undo)
    },
    async archive(files) {
      const act = (file: FileEntry) => send(`/v2/files/${file.id}`, { method: 'DELETE' })
      const undo = (file: FileEntry) => patch(file, { restore: true })
      await run('archived', files, act, '', (again) => value.archive(again), undo)
    },
    async restore(files) {
      const act = (file: FileEntry) => patch(file, { restore: true })
      await run('restored', files, act, '', (again) => value.restore(again))
    },
    async link(files, place) {
      const act = (file: FileEntry) =>
        send('/v2/shortcuts', { method: 'POST', body: { parentId: place.id, target: { id: file.id } } })
      await run('linked', files, act, place.name, (again) => value.link(again, place))
    },
    async purge(files) {
      const act = (file: FileEntry) => send(`/v2/files/${file.id}`, { method: 'DELETE', query: { purge: true } })
      await run('purged', files, act, '', (again) => value.purge(again))
    },
  }

  return (
    <Context.Provider value={value}>
      {children}
      <PartialDialog partial={partial} onClose={() => setPartial(null)} />
    </Context.Provider>
  )
}

/** Lists the files that an action left out, and tries them again. */
function PartialDialog({ partial, onClose }: { partial: Partial | null; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const failed = partial?.outcome.failed ?? []
  const done = partial?.outcome.done.length ?? 0
  return (
    <Dialog
      size="form"
      isOpen={partial !== null}
      onClose={onClose}
      closeLabel={t('common.close', { ns: 'translation' })}
      title={partial ? t(`files.part.${partial.action}`, { done, all: done + failed.length }) : ''}
      actions={
        <>
          <Button onClick={onClose}>{t('common.close', { ns: 'translation' })}</Button>
          <Button look="primary" data-first-focus onClick={() => void partial?.again(failed.map(({ item }) => item))}>
            {t('files.tryAgain', { count: failed.length })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Remark tone="warning">{t('files.part.lead', { count: failed.length })}</Remark>
        <ul className="divide-y divide-line rounded-md border border-line">
          {failed.map(({ item, failure }) => (
            <li key={item.id} className="px-3 py-2">
              <span className="block font-medium">{item.name}</span>
              <span className="block text-muted">{[failure.message, failure.hint].filter(Boolean).join(' ')}</span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
