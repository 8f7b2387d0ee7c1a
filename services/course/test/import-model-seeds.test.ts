import { tellStories } from './model/tell-stories.ts';

tellStories(101, 60, { crashes: true });
