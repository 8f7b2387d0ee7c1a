import { tellStories } from './model/tell-stories.ts';

tellStories(1_001, 20, { crashes: false });
