import type { Page } from '@playwright/test';

/** A status that a teacher has set, or null without a decision. */
export type Decision = string | null;

type Press = { studentId: string; decision: Decision } | 'undo';
interface ObservedDecisions {
  document: number;
  presses: Press[];
  errors: string[];
  steps: number;
}

export const recordPresses = async (page: Page): Promise<void> => {
  await page.addInitScript(`{
    const observed = { document: Math.random(), presses: [], errors: [] };
    window.observed = observed;
    document.addEventListener('click', ({ target }) => {
      const studentId = target.closest('tr[data-student]')?.dataset.student;
      const button = target.closest('[data-status], .roster-clear');
      if (!studentId || !button || button.ariaPressed === 'true') return;
      observed.presses.push({ studentId, decision: button.dataset.status ?? null });
    }, true);
    document.addEventListener('keydown', ({ key, ctrlKey }) => {
      if (key === 'z' && ctrlKey) observed.presses.push('undo');
    }, true);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) {
          const error = node.nodeType === 1 && (node.matches('.ant-message-notice-error') ? node : node.querySelector('.ant-message-notice-error, .ant-message-error'));
          if (error) observed.errors.push(error.textContent);
        }
    }).observe(document, { childList: true, subtree: true });
  }`);
};

/** Waits until the page has rendered messages about answers that have arrived. */
export const readPresses = (page: Page): Promise<ObservedDecisions> =>
  page.evaluate<ObservedDecisions>(
    `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      .then(() => ({ ...window.observed, steps: document.querySelectorAll('.undo-menu li').length }))`,
  );

interface StoredDecisions {
  statuses: Record<string, string>;
  decided: string[];
}

/** Tracks the presses of one page: each must be applied exactly once, or the page must show an error. */
export const createExpectedDecisions = (students: string[]) => {
  const decisions = new Map<string, Decision>();
  let document = 0;
  let handled = { presses: 0, errors: 0 };
  let steps: { studentId: string; before: Decision }[] | undefined = [];
  const decide = (studentId: string, decision: Decision) => decisions.set(studentId, decision);

  const readAgain = ({ statuses, decided }: StoredDecisions) => {
    decisions.clear();
    for (const studentId of decided) decide(studentId, statuses[studentId] ?? null);
  };
  return {
    decide,
    /**
     * Returns the difference from the server after all presses are answered. Without a difference, accepts
     * the presses as applied.
     */
    judge: (observed: ObservedDecisions, stored: StoredDecisions): string | undefined => {
      if (observed.document !== document) {
        document = observed.document;
        handled = { presses: 0, errors: 0 };
        // A reload clears the page's undo history.
        steps = [];
      }
      const presses = observed.presses.slice(handled.presses);
      const errors = observed.errors.slice(handled.errors);
      const after = new Map(decisions);
      let left = steps && [...steps];
      if (errors.length === 0)
        for (const press of presses) {
          if (press !== 'undo') {
            // A busy browser may render the last press late; pressing the same status again is no change.
            if (after.get(press.studentId) === press.decision) continue;
            left?.push({ studentId: press.studentId, before: after.get(press.studentId) ?? null });
            after.set(press.studentId, press.decision);
            continue;
          }
          const undone = left?.pop();
          if (undone) after.set(undone.studentId, undone.before);
        }
      else if (presses.length !== 1) left = undefined;
      else if (presses[0] === 'undo' && errors.some((text) => text.includes('could not be undone')))
        left?.pop();
      const isUnknown = errors.length > 0 || (left === undefined && presses.includes('undo'));
      if (left && left.length !== observed.steps)
        return `offers to undo ${observed.steps} changes; ${left.length} were made`;
      if (!isUnknown)
        for (const studentId of students) {
          const decision = after.get(studentId) ?? null;
          const now = stored.decided.includes(studentId) ? stored.statuses[studentId] : undefined;
          if (decision === null ? now !== undefined : stored.statuses[studentId] !== decision)
            return `last decided ${decision} on ${studentId} and reported no error; the server holds ${stored.statuses[studentId]}`;
        }
      handled = { presses: observed.presses.length, errors: observed.errors.length };
      steps = left;
      if (isUnknown) readAgain(stored);
      else for (const [studentId, decision] of after) decide(studentId, decision);
      return undefined;
    },
  };
};
