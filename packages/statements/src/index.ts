/** The rules, with their numbers: ../README.md */
export { compare, type Comparison, type FieldChange, findOverrides } from './compare.ts';
export { effectiveValues, exists, FILES, isOutranked, ONLY_FILES, statedValues } from './effective-values.ts';
export { type Effect, type Existence, type Step } from './effect.ts';
export { type CurrentSource, findSource, momentOfRun } from './find-source.ts';
export {
  EXISTS,
  type Entry,
  isStated,
  isStatedBy,
  type JsonValue,
  type Ledger,
  listRuns,
  type Ranking,
  type Restatement,
  statesSame,
  type Values,
  type World,
} from './ledger.ts';
export { type AppliedLine, type Line, type Outcome, refuse, state } from './state.ts';
export { undo, type UndoStep } from './undo.ts';
export { withdraw, type Withdrawal } from './withdraw.ts';
