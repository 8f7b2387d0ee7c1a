import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {} from './model/rule.ts';
import { type Command, forgotten, notHeld, parallel, play, scenario } from './model/stories.ts';
import { pool, useAttendance } from './model/world.ts';

useAttendance({ thorough: true });

describe('the model test', () => {
  const VIEWS = ['class_attendance', 'parallel_sessions', 'judged_attendance', 'attendance'];
  const findView = async (part: string) => {
    const sql = await readFile(join(import.meta.dirname, '../migrations/001_attendance.sql'), 'utf8');
    const views = VIEWS.map((name) => {
      const [, text = ''] = new RegExp(`CREATE VIEW ${name} AS\\n([\\s\\S]*?);\\n`).exec(sql) ?? [];
      return { name, text };
    });
    const view = views.find(({ text }) => text.includes(part));
    if (!view) throw new Error(`no view contains ${part}`);
    return view;
  };
  it.each<[string, Command[], string, string]>([
    [
      'is late exactly at the threshold',
      scenario,
      'scan_status(f.scanned_at, s.late_from, f.missed)',
      "scan_status(f.scanned_at - interval '1 microsecond', s.late_from, f.missed)",
    ],
    [
      'ignores missed presence checks',
      scenario,
      'scan_status(f.scanned_at, s.late_from, f.missed)',
      'scan_status(f.scanned_at, s.late_from, false)',
    ],
    [
      'counts canceled sessions',
      scenario,
      's.ended_at IS NOT NULL AND s.canceled_at IS NULL',
      's.ended_at IS NOT NULL',
    ],
    [
      'includes students who joined after a class that nobody ended',
      forgotten,
      "AND (m.began_day <= s.session_date OR m.began < s.start_time + interval '12 hours')",
      '',
    ],
    [
      'omits students who enroll after midnight',
      scenario,
      "(m.began_day <= s.session_date OR m.began < s.start_time + interval '12 hours')",
      'm.began_day <= s.session_date',
    ],
    [
      'treats an excuse as proof of the class',
      notHeld,
      "h.status <> 'EXCUSED' AND",
      'h.status IS NOT NULL AND',
    ],
    ['treats a decision in advance as proof of the class', notHeld, ' AND h.decided_at >= s.start_time', ''],
    ['counts voided periods', scenario, 'AND NOT m.voided AND', 'AND'],
    ['counts both of two parallel classes', parallel, 'counts AND elsewhere IS NULL AS counts', 'counts'],
    [
      'shows an absence beside a parallel class',
      parallel,
      "elsewhere IS NULL OR status <> 'ABSENT' OR cause",
      'true OR cause',
    ],
    ['treats any overlap as parallel classes', parallel, 'AND 2 * (least(', 'AND 999 * (least('],
    [
      'counts the earlier of two parallel classes even if the student attended the other',
      parallel,
      '(attendance_rank(o.status), a.start_time, a.session_id) > (attendance_rank(a.status), o.start_time, o.session_id)',
      '(a.start_time, a.session_id) > (o.start_time, o.session_id)',
    ],
    [
      'ignores the sections of a session',
      scenario,
      ' AND (s.section_ids IS NULL OR m.section_id = ANY (s.section_ids))',
      '',
    ],
    [
      'assigns all records of a joint class to its own course',
      scenario,
      "s.joint_course_ids = '{}' THEN s.course_id",
      'true THEN s.course_id',
    ],
    [
      'omits the other courses of a joint class',
      scenario,
      'm.course_id = ANY (s.course_ids)',
      'm.course_id = s.course_id',
    ],
  ])('fails if the view %s', async (_what, commandsInOrder, part, broken) => {
    const { name, text } = await findView(part);
    await pool.query(`CREATE OR REPLACE VIEW ${name} AS ${text.replaceAll(part, broken)}`);
    try {
      await expect(play(commandsInOrder)).rejects.toThrow('toEqual');
    } finally {
      await pool.query(`CREATE OR REPLACE VIEW ${name} AS ${text}`);
    }
  });
});
