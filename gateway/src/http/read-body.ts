import express, { type RequestHandler } from 'express';

/**
 * Reads a whole request body before an upstream hears of it: one that is too large is refused with 413 whether or not it
 * said its length, and a slow phone holds no upstream connection. What is in it, the upstream judges.
 */
export const readBody = (limit: string): RequestHandler =>
  express.raw({ type: () => true, limit, inflate: false });
