// The minimum work of a server that records marks: two routes, one SELECT and one INSERT.
import { createServer } from 'node:http';
import express from 'express';
import pg from 'pg';
import type { BareMark } from './bare-mark.ts';

const INSERT = `
  INSERT INTO bench.marks (session_id, student_id, scanned_at, device_id, device_key, signed)
  VALUES ($1, $2, now(), $3, $4, true)
  RETURNING session_id, student_id, 'PRESENT' AS status, scanned_at AS marked_at`;

/** The query returns as much data as a scan does in the product. */
const FIND = 'SELECT id AS _id, answer, ticket FROM bench.sessions WHERE code = $1';

const { DATABASE_URL = '', PORT } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const app = express();
app.use(express.json());
app.get('/readyz', (_request, response) => {
  response.json({ status: 'ready' });
});
app.get('/api/sessions/verify/:code', async ({ params: { code } }, response) => {
  const { rows } = await pool.query<object>({ name: 'find', text: FIND, values: [code] });
  response.json(rows[0]);
});
app.post('/api/attendance', async (request, response) => {
  const { sessionId, studentId, deviceId, deviceKey } = request.body as BareMark;
  const { rows } = await pool.query<object>({
    name: 'insert',
    text: INSERT,
    values: [sessionId, studentId, deviceId, deviceKey],
  });
  response.status(201).json(rows[0]);
});
const server = createServer(app);
// Equals the keep-alive time of the services; with a shorter one, the gateway would reuse connections that
// are already closed.
server.keepAliveTimeout = 65_000;
server.listen(Number(PORT), '127.0.0.1');
process.once('disconnect', () => process.exit());
process.once('SIGTERM', () => {
  server.close(() => void pool.end());
  server.closeAllConnections();
});
