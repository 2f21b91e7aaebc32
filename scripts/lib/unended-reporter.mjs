import { writeFileSync } from 'node:fs'

/** The error that a process causes when it dies; it does not contain the file. */
const isDeadProcess = ({ message, cause }) => [message, cause?.message].some((text) => /exited unexpectedly/.test(text))

/**
 * A Vitest reporter that records the files that did not finish because their process died, and whether there were other errors outside of
 * tests. The JSON report counts such files as passed and their tests as skipped.
 */
export default class UnendedReporter {
  onTestRunEnd(modules, errors) {
    const files = modules.filter((file) => ['queued', 'pending'].includes(file.state())).map((file) => file.moduleId)
    const otherErrors = errors.filter((error) => !isDeadProcess(error)).length
    writeFileSync(process.env.OCTAVO_UNENDED, JSON.stringify({ files, otherErrors }))
  }
}
