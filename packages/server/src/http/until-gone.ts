import type { Viewer } from '@octavo/core/access'
import type { FastifyReply } from 'fastify'
import type { Clock } from '../config/index.ts'
import type { Serving } from './serving.ts'

/** A request that arrived in time may still be answered completely within this time. */
const graceMs = 1_000

/** Aborts when the client disconnects, the server stops, or the caller's embed session ends: a response in progress is cut off then. */
export function untilGone({ options, running }: Serving, reply: FastifyReply, viewer: Viewer | undefined): AbortSignal {
  const controller = new AbortController()
  let grace: ReturnType<typeof setTimeout> | undefined
  const cut = () => {
    controller.abort(new Error('The embed session is over.'))
    reply.raw.destroy()
  }
  const stopWatch = atEndOfSession(options, viewer, () => {
    if (reply.raw.headersSent) cut()
    else grace = setTimeout(cut, graceMs)
  })
  running.add(controller)
  reply.raw.once('close', () => {
    running.delete(controller)
    stopWatch()
    clearTimeout(grace)
    if (!reply.raw.writableFinished) controller.abort(new Error('The client went away.'))
  })
  return controller.signal
}

/**
 * Calls once, when the embed session of a viewer is over; does nothing for other viewers. A renewed session has a later end, which is read
 * when the known one has come, so that renewals by any process count. Returns the cancel function.
 */
function atEndOfSession(
  { clock, log, endOfEmbedSession }: Serving['options'],
  viewer: Viewer | undefined,
  act: () => void,
): () => void {
  const via = viewer?.via
  if (viewer === undefined || via?.kind !== 'embedSession') return () => {}
  let isStopped = false
  const decide = async (endsAt: number) => {
    const newest = await endOfEmbedSession(viewer, via).catch((error: unknown) => {
      log.error({ err: error }, 'the end of an embed session is not known')
      return null
    })
    if (isStopped) return
    if (newest === null || newest <= endsAt) act()
    else stopTimer = watch(newest)
  }
  const watch = (endsAt: number) => atTime(clock, endsAt, () => void decide(endsAt))
  let stopTimer = watch(via.endsAt)
  return () => {
    isStopped = true
    stopTimer()
  }
}

const longestTimerMs = 2 ** 31 - 1

/** Calls once at a time of the clock. Returns the cancel function. */
function atTime(clock: Clock, at: number, act: () => void): () => void {
  const leftMs = at - clock.now()
  let stop = () => {}
  const timer = setTimeout(
    () => {
      if (leftMs <= longestTimerMs) act()
      else stop = atTime(clock, at, act)
    },
    Math.max(0, Math.min(leftMs, longestTimerMs)),
  )
  stop = () => clearTimeout(timer)
  return () => stop()
}
