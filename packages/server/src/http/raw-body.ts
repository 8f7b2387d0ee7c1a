import type { IncomingMessage } from 'node:http';
import express, { type RequestHandler } from 'express';

const bodies = new WeakMap<IncomingMessage, Buffer>();

const keepRawBody = (request: IncomingMessage, _response: unknown, body: Buffer): void => {
  bodies.set(request, body);
};

export const readJson = (limit: string): RequestHandler => express.json({ limit, verify: keepRawBody });

export const rawBodyOf = (request: IncomingMessage): Buffer => bodies.get(request) ?? Buffer.alloc(0);
