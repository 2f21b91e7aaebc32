import { Type } from 'typebox'
import { binary, operation } from './define.ts'

export const Alive = Type.Object({ status: Type.Literal('ok') }, { $id: 'Alive' })
export const Ready = Type.Object({ status: Type.Literal('ready') }, { $id: 'Ready' })

export const healthz = operation({
  id: 'healthz',
  method: 'GET',
  path: '/healthz',
  summary: 'Check whether the process is alive',
  tag: 'service',
  auth: 'none',
  answers: { 200: Alive },
})

export const readyz = operation({
  id: 'readyz',
  method: 'GET',
  path: '/readyz',
  summary: 'Check whether the process can serve requests',
  tag: 'service',
  auth: 'none',
  answers: { 200: Ready },
  errors: ['not_ready'],
})

export const metrics = operation({
  id: 'metrics',
  method: 'GET',
  path: '/metrics',
  summary: 'Get metrics of the process for a monitoring system',
  description:
    'The setting OCTAVO_METRICS decides who may read them: `local` (this machine; the default), `public` or `off`.',
  tag: 'service',
  auth: 'none',
  answers: { 200: binary(['text/plain'], 'Prometheus text format.') },
  errors: ['forbidden', 'not_found'],
})

export const healthOperations = [healthz, readyz, metrics] as const
