import { writeFileSync } from 'node:fs'

/** A process that dies makes this error, which names no file. */
const isDeadProcess = ({ message, cause }) => [message, cause?.message].some((text) => /exited unexpectedly/.test(text))

/**
 * Vitest reporter: writes which files did not end because their process died, and whether anything else went wrong outside of tests.
 * The report of results counts such files as passed and their tests as skipped.
 */
export default class UnendedReporter {
  onTestRunEnd(modules, errors) {
    const files = modules.filter((file) => ['queued', 'pending'].includes(file.state())).map((file) => file.moduleId)
    const otherErrors = errors.filter((error) => !isDeadProcess(error)).length
    writeFileSync(process.env.OCTAVO_UNENDED, JSON.stringify({ files, otherErrors }))
  }
}
