export { type DueTimes, type ReadDueTimes, readDueTimes } from './due-times.ts'
export { createQueue, type NewJob, type Queue } from './queue.ts'
export { assertWorking, countJobs } from './watch.ts'
export {
  createWorker,
  type JobHandler,
  type JobHandlers,
  type RunningJob,
  type Worker,
  type WorkerOptions,
} from './worker.ts'
