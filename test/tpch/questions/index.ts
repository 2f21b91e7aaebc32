import type { Question } from '../question.ts'
import { q01 } from './q01.ts'
import { q02 } from './q02.ts'
import { q03 } from './q03.ts'
import { q04 } from './q04.ts'
import { q05 } from './q05.ts'
import { q06 } from './q06.ts'
import { q07 } from './q07.ts'
import { q08 } from './q08.ts'
import { q09 } from './q09.ts'
import { q10 } from './q10.ts'
import { q11 } from './q11.ts'
import { q12 } from './q12.ts'
import { q13 } from './q13.ts'
import { q14 } from './q14.ts'
import { q15 } from './q15.ts'
import { q16 } from './q16.ts'
import { q17 } from './q17.ts'
import { q18 } from './q18.ts'
import { q19 } from './q19.ts'
import { q20 } from './q20.ts'
import { q21 } from './q21.ts'
import { q22 } from './q22.ts'

/** The questions by their number. */
export const questions: readonly Question[] = [
  q01,
  q02,
  q03,
  q04,
  q05,
  q06,
  q07,
  q08,
  q09,
  q10,
  q11,
  q12,
  q13,
  q14,
  q15,
  q16,
  q17,
  q18,
  q19,
  q20,
  q21,
  q22,
]
