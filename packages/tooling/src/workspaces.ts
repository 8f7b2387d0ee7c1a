import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const descriptionSchema = z.object({ workspaces: z.array(z.string()) });

export const listWorkspaces = (root: string): string[] => {
  const { workspaces } = descriptionSchema.parse(
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  );
  return workspaces.flatMap((pattern) =>
    globSync(`${pattern}/package.json`, { cwd: root })
      .map((file) => dirname(file))
      .toSorted(),
  );
};

export const listWorkspaceFolders = (root: string): string[] => [
  ...new Set(listWorkspaces(root).map((workspace) => workspace.split('/')[0] ?? '')),
];
